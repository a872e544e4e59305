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
complete -c algen -n "__fish_algen_needs_command" -f -a "trust" -d 'Trust the files of a project as they are now'
complete -c algen -n "__fish_algen_needs_command" -f -a "explain" -d 'Explain a rule, tool, permission, preset, finding or exit code'
complete -c algen -n "__fish_algen_needs_command" -f -a "schema" -d 'Print the JSON Schema of a kind of file'
complete -c algen -n "__fish_algen_needs_command" -f -a "completions" -d 'Print the completion script of a shell'
complete -c algen -n "__fish_algen_needs_command" -f -a "man" -d 'Write the manual pages into a directory'
complete -c algen -n "__fish_algen_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c algen -n "__fish_algen_using_subcommand check" -l format -d 'Choose how findings are written' -r -f -a "full\t'Quoted lines with carets, help and fixes'
concise\t'One line for each finding'
json\t'One JSON document'
github\t'Annotations for GitHub workflows'
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
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why trust explain schema completions man help" -f -a "check" -d 'Check configuration and report every problem'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why trust explain schema completions man help" -f -a "describe" -d 'Show plugins, tools, permissions, environment and agents'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why trust explain schema completions man help" -f -a "call" -d 'Call one tool'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why trust explain schema completions man help" -f -a "why" -d 'Show every rule that would speak about a call'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why trust explain schema completions man help" -f -a "trust" -d 'Trust the files of a project as they are now'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why trust explain schema completions man help" -f -a "explain" -d 'Explain a rule, tool, permission, preset, finding or exit code'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why trust explain schema completions man help" -f -a "schema" -d 'Print the JSON Schema of a kind of file'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why trust explain schema completions man help" -f -a "completions" -d 'Print the completion script of a shell'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why trust explain schema completions man help" -f -a "man" -d 'Write the manual pages into a directory'
complete -c algen -n "__fish_algen_using_subcommand help; and not __fish_seen_subcommand_from check describe call why trust explain schema completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
