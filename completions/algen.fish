# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_algen_global_optspecs
    string join \n color= q/quiet h/help V/version
end

function __fish_algen_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_algen_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_algen_using_subcommand
    set -l cmd (__fish_algen_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c algen -n "__fish_algen_needs_command" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_needs_command" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_needs_command" -s V -l version -d 'Print version'
complete -c algen -n "__fish_algen_needs_command" -f -a "check" -d 'Check configuration and report every problem'
complete -c algen -n "__fish_algen_needs_command" -f -a "describe" -d 'Show plugins, tools, permissions, environment and agents'
complete -c algen -n "__fish_algen_needs_command" -f -a "call" -d 'Call one tool'
complete -c algen -n "__fish_algen_needs_command" -f -a "why" -d 'Show every rule that would speak about a call'
complete -c algen -n "__fish_algen_needs_command" -f -a "new" -d 'Make a project that checks clean and runs'
complete -c algen -n "__fish_algen_needs_command" -f -a "add" -d 'Add a connector to an agent: its plugin, its default tools and their permissions'
complete -c algen -n "__fish_algen_needs_command" -f -a "trust" -d 'Trust the files of a project as they are now'
complete -c algen -n "__fish_algen_needs_command" -f -a "log" -d 'Look at the ledger: what was called, and how it ended'
complete -c algen -n "__fish_algen_needs_command" -f -a "approvals" -d 'Answer questions of approval, and look at what was granted'
complete -c algen -n "__fish_algen_needs_command" -f -a "doctor" -d 'Look for what would keep calls from working'
complete -c algen -n "__fish_algen_needs_command" -f -a "explain" -d 'Explain a rule, tool, permission, preset, finding or exit code'
complete -c algen -n "__fish_algen_needs_command" -f -a "schema" -d 'Print the JSON Schema of a kind of file'
complete -c algen -n "__fish_algen_needs_command" -f -a "completions" -d 'Print the completion script of a shell'
complete -c algen -n "__fish_algen_needs_command" -f -a "man" -d 'Write the manual pages into a directory'
complete -c algen -n "__fish_algen_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c algen -n "__fish_algen_using_subcommand check" -l format -d 'Choose how findings are written' -r -f -a "full\t'Quoted lines with carets, help and fixes'
concise\t'One line for each finding'
json\t'One JSON document'
github\t'Annotations for GitHub workflows'
gitlab\t'Code Quality report for GitLab merge requests'
junit\t'JUnit XML, with a test for each rule'
sarif\t'SARIF 2.1.0, for code scanning'"
complete -c algen -n "__fish_algen_using_subcommand check" -l project-root -d 'Look for Python plugins in this folder and its `src`' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand check" -l max-tool-tokens -d 'Fail when an agent\'s tools take more than this many estimated tokens of a model\'s context' -r
complete -c algen -n "__fish_algen_using_subcommand check" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand check" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand check" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand check" -l json -d 'Write findings as JSON, the same as `--format json`'
complete -c algen -n "__fish_algen_using_subcommand check" -l strict -d 'Fail on warnings, too'
complete -c algen -n "__fish_algen_using_subcommand check" -l fix -d 'Apply the fixes that leave no choice'
complete -c algen -n "__fish_algen_using_subcommand check" -l contract -d 'Hold the toolkits of `algen.yaml` to the contract that built-in ones keep'
complete -c algen -n "__fish_algen_using_subcommand check" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand describe" -l search -d 'Show the tools in which all these words occur' -r
complete -c algen -n "__fish_algen_using_subcommand describe" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand describe" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand describe" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand describe" -l json -d 'Write the inventory as JSON'
complete -c algen -n "__fish_algen_using_subcommand describe" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand describe" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand call" -l input -d 'Take all arguments from JSON: the text itself, `@FILE`, or `-` for standard input' -r
complete -c algen -n "__fish_algen_using_subcommand call" -l format -d 'Choose how the result is written' -r -f -a "text\t'A text as it is, everything else as lines of `key: value`'
table\t'Its rows in aligned columns; on a terminal they wrap'
json\t'JSON, in lines on a terminal and compact elsewhere'
jsonl\t'Each row as a line of JSON'
csv\t'Its rows as CSV (RFC 4180) with titles; cells are not changed for spreadsheets'"
complete -c algen -n "__fish_algen_using_subcommand call" -l select -d 'Write only this place of the result: `rows[0].id`, or the JSON Pointer `/rows/0/id`' -r
complete -c algen -n "__fish_algen_using_subcommand call" -l page-limit -d 'Read at most so many pages; where there are more, the exit code is 7' -r
complete -c algen -n "__fish_algen_using_subcommand call" -l approve -d 'Approve exactly the plan with this fingerprint, where only the agent\'s own policy asks' -r
complete -c algen -n "__fish_algen_using_subcommand call" -l wait -d 'Wait so many seconds for an answer from another terminal' -r
complete -c algen -n "__fish_algen_using_subcommand call" -l idempotency-key -d 'Give the call a key: with the same key it happens at most once' -r
complete -c algen -n "__fish_algen_using_subcommand call" -l timeout -d 'Give the tool less time than it has, in seconds' -r
complete -c algen -n "__fish_algen_using_subcommand call" -l events -d 'Write what happens as JSON lines into this file; `-` is error output' -r -F
complete -c algen -n "__fish_algen_using_subcommand call" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand call" -l tenant-id -d 'Set the tenant, where `algen.yaml` does not' -r
complete -c algen -n "__fish_algen_using_subcommand call" -l user-id -d 'Set the user, where `algen.yaml` does not' -r
complete -c algen -n "__fish_algen_using_subcommand call" -l run-id -d 'Set the run, where `algen.yaml` does not' -r
complete -c algen -n "__fish_algen_using_subcommand call" -l step-id -d 'Set the step, where `algen.yaml` does not' -r
complete -c algen -n "__fish_algen_using_subcommand call" -l agent -d 'Call for this agent; needed when several enable the tool' -r
complete -c algen -n "__fish_algen_using_subcommand call" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand call" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand call" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand call" -l json -d 'Write the whole outcome as JSON, also of a call that was refused'
complete -c algen -n "__fish_algen_using_subcommand call" -l all-pages -d 'Call again for each further page of a read; the result is the list of the rows of all pages'
complete -c algen -n "__fish_algen_using_subcommand call" -l fake -d 'Let a stand-in answer: the same rules and questions, and nothing outside is touched'
complete -c algen -n "__fish_algen_using_subcommand call" -l dry-run -d 'Show the plan, the decision and the fingerprint; send nothing'
complete -c algen -n "__fish_algen_using_subcommand call" -l yes -d 'Approve the call, where only the agent\'s own policy asks and nothing is destroyed'
complete -c algen -n "__fish_algen_using_subcommand call" -l again -d 'Call although an earlier outcome of the same request is unknown'
complete -c algen -n "__fish_algen_using_subcommand call" -s v -l verbose -d 'Show what every rule said, too'
complete -c algen -n "__fish_algen_using_subcommand call" -l no-input -d 'Never ask; what would need an answer waits in the ledger'
complete -c algen -n "__fish_algen_using_subcommand call" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand call" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand why" -l input -d 'Take all arguments from JSON: the text itself, `@FILE`, or `-` for standard input' -r
complete -c algen -n "__fish_algen_using_subcommand why" -l agent -d 'Call for this agent; needed when several enable the tool' -r
complete -c algen -n "__fish_algen_using_subcommand why" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand why" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand why" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand why" -l json -d 'Write the rules as JSON'
complete -c algen -n "__fish_algen_using_subcommand why" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand why" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand new" -l template -d 'Choose what the project has' -r -f -a "minimal\t'One agent with the tools that need no settings: sample, calculator and clock'
sql\t'One agent with declared queries over a small SQLite database, and a write that asks'"
complete -c algen -n "__fish_algen_using_subcommand new" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand new" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand new" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand add" -l agent -d 'Add to this agent; needed when the file has several' -r
complete -c algen -n "__fish_algen_using_subcommand add" -s c -l config -d 'Change this agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand add" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand add" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand add" -s y -l yes -d 'Do not ask'
complete -c algen -n "__fish_algen_using_subcommand add" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand add" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand trust" -l trusted-from -d 'Trust what is the same in this folder: the project\'s folder in a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand trust" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand trust" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand trust" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand trust" -l show -d 'Tell whether the project is trusted, which files count and since when; store nothing'
complete -c algen -n "__fish_algen_using_subcommand trust" -l json -d 'Write what is shown as JSON'
complete -c algen -n "__fish_algen_using_subcommand trust" -s y -l yes -d 'Do not ask'
complete -c algen -n "__fish_algen_using_subcommand trust" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand trust" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -l tool -d 'List calls of this tool, `toolkit.action`' -r
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -l agent -d 'List calls for this agent' -r
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -l state -d 'List calls in this state' -r -f -a "reserved\t''
sending\t''
done\t''
rejected\t''
not_attempted\t''
unknown\t''
not_done\t''"
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -l since -d 'List calls since then: `2h`, `7d`, `2026-07-01` or `2026-07-01T10:00:00Z`, in UTC' -r
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -l limit -d 'List at most so many' -r
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -l json -d 'Write the list as JSON'
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -l all -d 'Take every namespace of the ledger, not only that of the project; the default without one'
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -f -a "list" -d 'List calls, the latest first'
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -f -a "show" -d 'Show one call and what happened to it, without values'
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -f -a "resolve" -d 'Say how a call ended whose outcome is unknown'
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -f -a "verify" -d 'Check that the ledger is as it was written'
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -f -a "head" -d 'Print the end of each chain of events, to be kept elsewhere'
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -f -a "export" -d 'Write every call and event as JSON lines, without values'
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -f -a "prune" -d 'Forget what is long over'
complete -c algen -n "__fish_algen_using_subcommand log; and not __fish_seen_subcommand_from list show resolve verify head export prune help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from list" -l tool -d 'List calls of this tool, `toolkit.action`' -r
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from list" -l agent -d 'List calls for this agent' -r
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from list" -l state -d 'List calls in this state' -r -f -a "reserved\t''
sending\t''
done\t''
rejected\t''
not_attempted\t''
unknown\t''
not_done\t''"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from list" -l since -d 'List calls since then: `2h`, `7d`, `2026-07-01` or `2026-07-01T10:00:00Z`, in UTC' -r
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from list" -l limit -d 'List at most so many' -r
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from list" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from list" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from list" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from list" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from list" -l json -d 'Write the list as JSON'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from list" -l all -d 'Take every namespace of the ledger, not only that of the project; the default without one'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from list" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from show" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from show" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from show" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from show" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from show" -l json -d 'Write it as JSON'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from show" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from resolve" -l as -d 'Say what you found' -r -f -a "done\t'It happened'
not-done\t'It did not happen'"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from resolve" -l reason -d 'Say how you know; asked for at the terminal if missing' -r
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from resolve" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from resolve" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from resolve" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from resolve" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from resolve" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from resolve" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from resolve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from verify" -l head -d 'Compare with the heads in this file, as `algen log head` printed them; `-` is standard input' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from verify" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from verify" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from verify" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from verify" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from verify" -l json -d 'Write what was found as JSON'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from verify" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from verify" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from verify" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from head" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from head" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from head" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from head" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from head" -l all -d 'Take every namespace of the ledger, not only that of the project; the default without one'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from head" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from head" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from head" -s h -l help -d 'Print help'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from export" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from export" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from export" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from export" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from export" -l all -d 'Take every namespace of the ledger, not only that of the project; the default without one'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from export" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from export" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from export" -s h -l help -d 'Print help'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from prune" -l older-than -d 'Forget what was over so long ago: `90d`, `2w`; at least a day' -r
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from prune" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from prune" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from prune" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from prune" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from prune" -s y -l yes -d 'Do not ask'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from prune" -l all -d 'Take every namespace of the ledger, not only that of the project; the default without one'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from prune" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from prune" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from prune" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from help" -f -a "list" -d 'List calls, the latest first'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from help" -f -a "show" -d 'Show one call and what happened to it, without values'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from help" -f -a "resolve" -d 'Say how a call ended whose outcome is unknown'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from help" -f -a "verify" -d 'Check that the ledger is as it was written'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from help" -f -a "head" -d 'Print the end of each chain of events, to be kept elsewhere'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from help" -f -a "export" -d 'Write every call and event as JSON lines, without values'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from help" -f -a "prune" -d 'Forget what is long over'
complete -c algen -n "__fish_algen_using_subcommand log; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -l state -d 'List questions in this state' -r -f -a "pending\t'Open ones'
approved\t'Approved ones that no call has used yet'
denied\t'Denied ones'
expired\t'Those that nobody answered or used in time'
used\t'Those that a call has used'
any\t'All'"
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -l limit -d 'List at most so many' -r
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -l json -d 'Write the list as JSON'
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -l all -d 'Take every namespace of the ledger, not only that of the project; the default without one'
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -f -a "list" -d 'List questions, the latest first'
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -f -a "show" -d 'Show one question, whole as long as it is open'
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -f -a "approve" -d 'Show a question and ask for the answer at the terminal'
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -f -a "deny" -d 'Deny a question'
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -f -a "watch" -d 'Ask each question at the terminal as it comes'
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -f -a "grants" -d 'List what was granted for later calls'
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -f -a "revoke" -d 'End a grant before its time'
complete -c algen -n "__fish_algen_using_subcommand approvals; and not __fish_seen_subcommand_from list show approve deny watch grants revoke help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from list" -l state -d 'List questions in this state' -r -f -a "pending\t'Open ones'
approved\t'Approved ones that no call has used yet'
denied\t'Denied ones'
expired\t'Those that nobody answered or used in time'
used\t'Those that a call has used'
any\t'All'"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from list" -l limit -d 'List at most so many' -r
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from list" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from list" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from list" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from list" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from list" -l json -d 'Write the list as JSON'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from list" -l all -d 'Take every namespace of the ledger, not only that of the project; the default without one'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from list" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from show" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from show" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from show" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from show" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from show" -l json -d 'Write it as JSON'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from show" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from approve" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from approve" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from approve" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from approve" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from approve" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from approve" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from approve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from deny" -l reason -d 'Say why' -r
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from deny" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from deny" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from deny" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from deny" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from deny" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from deny" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from deny" -s h -l help -d 'Print help'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from watch" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from watch" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from watch" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from watch" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from watch" -l all -d 'Take every namespace of the ledger, not only that of the project; the default without one'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from watch" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from watch" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from watch" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from grants" -l limit -d 'List at most so many' -r
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from grants" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from grants" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from grants" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from grants" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from grants" -l ended -d 'List those that have ended, too'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from grants" -l json -d 'Write the list as JSON'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from grants" -l all -d 'Take every namespace of the ledger, not only that of the project; the default without one'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from grants" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from grants" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from grants" -s h -l help -d 'Print help'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from revoke" -l trusted-from -d 'Trust what equals the same project in this folder, as a checkout of the base branch' -r -f -a "(__fish_complete_directories)"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from revoke" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from revoke" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from revoke" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from revoke" -l all -d 'End every grant of the project; without a project every grant'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from revoke" -l no-input -d 'Never ask'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from revoke" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from revoke" -s h -l help -d 'Print help'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from help" -f -a "list" -d 'List questions, the latest first'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from help" -f -a "show" -d 'Show one question, whole as long as it is open'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from help" -f -a "approve" -d 'Show a question and ask for the answer at the terminal'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from help" -f -a "deny" -d 'Deny a question'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from help" -f -a "watch" -d 'Ask each question at the terminal as it comes'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from help" -f -a "grants" -d 'List what was granted for later calls'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from help" -f -a "revoke" -d 'End a grant before its time'
complete -c algen -n "__fish_algen_using_subcommand approvals; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c algen -n "__fish_algen_using_subcommand doctor" -s c -l config -d 'Read this agent file; several merge in order' -r -F
complete -c algen -n "__fish_algen_using_subcommand doctor" -l deployment -d 'Read this deployment instead of the `algen.yaml` beside the first agent file' -r -F
complete -c algen -n "__fish_algen_using_subcommand doctor" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand doctor" -l json -d 'Write what was found as JSON'
complete -c algen -n "__fish_algen_using_subcommand doctor" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand doctor" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand explain" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand explain" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand schema" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand schema" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand completions" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand completions" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand man" -l color -d 'Show colours: auto, always or never' -r -f -a "auto\t'On terminals'
always\t'Everywhere'
never\t'Nowhere'"
complete -c algen -n "__fish_algen_using_subcommand man" -s q -l quiet -d 'Say only what is wrong'
complete -c algen -n "__fish_algen_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "check" -d 'Check configuration and report every problem'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "describe" -d 'Show plugins, tools, permissions, environment and agents'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "call" -d 'Call one tool'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "why" -d 'Show every rule that would speak about a call'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "new" -d 'Make a project that checks clean and runs'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "add" -d 'Add a connector to an agent: its plugin, its default tools and their permissions'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "trust" -d 'Trust the files of a project as they are now'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "log" -d 'Look at the ledger: what was called, and how it ended'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "approvals" -d 'Answer questions of approval, and look at what was granted'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "doctor" -d 'Look for what would keep calls from working'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "explain" -d 'Explain a rule, tool, permission, preset, finding or exit code'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "schema" -d 'Print the JSON Schema of a kind of file'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "completions" -d 'Print the completion script of a shell'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "man" -d 'Write the manual pages into a directory'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why new add trust log approvals doctor explain schema completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c algen -n "__fish_algen_using_subcommand help; and __fish_seen_subcommand_from log" -f -a "list" -d 'List calls, the latest first'
complete -c algen -n "__fish_algen_using_subcommand help; and __fish_seen_subcommand_from log" -f -a "show" -d 'Show one call and what happened to it, without values'
complete -c algen -n "__fish_algen_using_subcommand help; and __fish_seen_subcommand_from log" -f -a "resolve" -d 'Say how a call ended whose outcome is unknown'
complete -c algen -n "__fish_algen_using_subcommand help; and __fish_seen_subcommand_from log" -f -a "verify" -d 'Check that the ledger is as it was written'
complete -c algen -n "__fish_algen_using_subcommand help; and __fish_seen_subcommand_from log" -f -a "head" -d 'Print the end of each chain of events, to be kept elsewhere'
complete -c algen -n "__fish_algen_using_subcommand help; and __fish_seen_subcommand_from log" -f -a "export" -d 'Write every call and event as JSON lines, without values'
complete -c algen -n "__fish_algen_using_subcommand help; and __fish_seen_subcommand_from log" -f -a "prune" -d 'Forget what is long over'
complete -c algen -n "__fish_algen_using_subcommand help; and __fish_seen_subcommand_from approvals" -f -a "list" -d 'List questions, the latest first'
complete -c algen -n "__fish_algen_using_subcommand help; and __fish_seen_subcommand_from approvals" -f -a "show" -d 'Show one question, whole as long as it is open'
complete -c algen -n "__fish_algen_using_subcommand help; and __fish_seen_subcommand_from approvals" -f -a "approve" -d 'Show a question and ask for the answer at the terminal'
complete -c algen -n "__fish_algen_using_subcommand help; and __fish_seen_subcommand_from approvals" -f -a "deny" -d 'Deny a question'
complete -c algen -n "__fish_algen_using_subcommand help; and __fish_seen_subcommand_from approvals" -f -a "watch" -d 'Ask each question at the terminal as it comes'
complete -c algen -n "__fish_algen_using_subcommand help; and __fish_seen_subcommand_from approvals" -f -a "grants" -d 'List what was granted for later calls'
complete -c algen -n "__fish_algen_using_subcommand help; and __fish_seen_subcommand_from approvals" -f -a "revoke" -d 'End a grant before its time'
