
use builtin;
use str;

set edit:completion:arg-completer[algen] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'algen'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'algen'= {
            cand --color 'Show colours: auto, always or never'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand check 'Check configuration and report every problem'
            cand describe 'Show plugins, tools, permissions, environment and agents'
            cand call 'Call one tool'
            cand why 'Show every rule that would speak about a call'
            cand new 'Make a project that checks clean and runs'
            cand add 'Add a connector to an agent: its plugin, its default tools and their permissions'
            cand trust 'Trust the files of a project as they are now'
            cand log 'Look at the ledger: what was called, and how it ended'
            cand approvals 'Answer questions of approval, and look at what was granted'
            cand doctor 'Look for what would keep calls from working'
            cand explain 'Explain a rule, tool, permission, preset, finding or exit code'
            cand schema 'Print the JSON Schema of a kind of file'
            cand completions 'Print the completion script of a shell'
            cand man 'Write the manual pages into a directory'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'algen;check'= {
            cand --format 'Choose how findings are written'
            cand --project-root 'Look for Python plugins in this folder and its `src`'
            cand --max-tool-tokens 'Fail when an agent''s tools take more than this many estimated tokens of a model''s context'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --json 'Write findings as JSON, the same as `--format json`'
            cand --strict 'Fail on warnings, too'
            cand --fix 'Apply the fixes that leave no choice'
            cand --contract 'Hold the toolkits of `algen.yaml` to the contract that built-in ones keep'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;describe'= {
            cand --search 'Show the tools in which all these words occur'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --json 'Write the inventory as JSON'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;call'= {
            cand --input 'Take all arguments from JSON: the text itself, `@FILE`, or `-` for standard input'
            cand --format 'Choose how the result is written'
            cand --select 'Write only this place of the result: `rows[0].id`, or the JSON Pointer `/rows/0/id`'
            cand --page-limit 'Read at most so many pages; where there are more, the exit code is 7'
            cand --approve 'Approve exactly the plan with this fingerprint, where only the agent''s own policy asks'
            cand --wait 'Wait so many seconds for an answer from another terminal'
            cand --idempotency-key 'Give the call a key: with the same key it happens at most once'
            cand --timeout 'Give the tool less time than it has, in seconds'
            cand --events 'Write what happens as JSON lines into this file; `-` is error output'
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand --tenant-id 'Set the tenant, where `algen.yaml` does not'
            cand --user-id 'Set the user, where `algen.yaml` does not'
            cand --run-id 'Set the run, where `algen.yaml` does not'
            cand --step-id 'Set the step, where `algen.yaml` does not'
            cand --agent 'Call for this agent; needed when several enable the tool'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --json 'Write the whole outcome as JSON, also of a call that was refused'
            cand --all-pages 'Call again for each further page of a read; the result is the list of the rows of all pages'
            cand --fake 'Let a stand-in answer: the same rules and questions, and nothing outside is touched'
            cand --dry-run 'Show the plan, the decision and the fingerprint; send nothing'
            cand --yes 'Approve the call, where only the agent''s own policy asks and nothing is destroyed'
            cand --again 'Call although an earlier outcome of the same request is unknown'
            cand -v 'Show what every rule said, too'
            cand --verbose 'Show what every rule said, too'
            cand --no-input 'Never ask; what would need an answer waits in the ledger'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;why'= {
            cand --input 'Take all arguments from JSON: the text itself, `@FILE`, or `-` for standard input'
            cand --agent 'Call for this agent; needed when several enable the tool'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --json 'Write the rules as JSON'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;new'= {
            cand --template 'Choose what the project has'
            cand --color 'Show colours: auto, always or never'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;add'= {
            cand --agent 'Add to this agent; needed when the file has several'
            cand -c 'Change this agent file'
            cand --config 'Change this agent file'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the agent file'
            cand --color 'Show colours: auto, always or never'
            cand -y 'Do not ask'
            cand --yes 'Do not ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;trust'= {
            cand --trusted-from 'Trust what is the same in this folder: the project''s folder in a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --show 'Tell whether the project is trusted, which files count and since when; store nothing'
            cand --json 'Write what is shown as JSON'
            cand -y 'Do not ask'
            cand --yes 'Do not ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;log'= {
            cand --tool 'List calls of this tool, `toolkit.action`'
            cand --agent 'List calls for this agent'
            cand --state 'List calls in this state'
            cand --since 'List calls since then: `2h`, `7d`, `2026-07-01` or `2026-07-01T10:00:00Z`, in UTC'
            cand --limit 'List at most so many'
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --json 'Write the list as JSON'
            cand --all 'Take every namespace of the ledger, not only that of the project; the default without one'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand list 'List calls, the latest first'
            cand show 'Show one call and what happened to it, without values'
            cand resolve 'Say how a call ended whose outcome is unknown'
            cand verify 'Check that the ledger is as it was written'
            cand head 'Print the end of each chain of events, to be kept elsewhere'
            cand export 'Write every call and event as JSON lines, without values'
            cand prune 'Forget what is long over'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'algen;log;list'= {
            cand --tool 'List calls of this tool, `toolkit.action`'
            cand --agent 'List calls for this agent'
            cand --state 'List calls in this state'
            cand --since 'List calls since then: `2h`, `7d`, `2026-07-01` or `2026-07-01T10:00:00Z`, in UTC'
            cand --limit 'List at most so many'
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --json 'Write the list as JSON'
            cand --all 'Take every namespace of the ledger, not only that of the project; the default without one'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'algen;log;show'= {
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --json 'Write it as JSON'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'algen;log;resolve'= {
            cand --as 'Say what you found'
            cand --reason 'Say how you know; asked for at the terminal if missing'
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;log;verify'= {
            cand --head 'Compare with the heads in this file, as `algen log head` printed them; `-` is standard input'
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --json 'Write what was found as JSON'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;log;head'= {
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --all 'Take every namespace of the ledger, not only that of the project; the default without one'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'algen;log;export'= {
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --all 'Take every namespace of the ledger, not only that of the project; the default without one'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'algen;log;prune'= {
            cand --older-than 'Forget what was over so long ago: `90d`, `2w`; at least a day'
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand -y 'Do not ask'
            cand --yes 'Do not ask'
            cand --all 'Take every namespace of the ledger, not only that of the project; the default without one'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;log;help'= {
            cand list 'List calls, the latest first'
            cand show 'Show one call and what happened to it, without values'
            cand resolve 'Say how a call ended whose outcome is unknown'
            cand verify 'Check that the ledger is as it was written'
            cand head 'Print the end of each chain of events, to be kept elsewhere'
            cand export 'Write every call and event as JSON lines, without values'
            cand prune 'Forget what is long over'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'algen;log;help;list'= {
        }
        &'algen;log;help;show'= {
        }
        &'algen;log;help;resolve'= {
        }
        &'algen;log;help;verify'= {
        }
        &'algen;log;help;head'= {
        }
        &'algen;log;help;export'= {
        }
        &'algen;log;help;prune'= {
        }
        &'algen;log;help;help'= {
        }
        &'algen;approvals'= {
            cand --state 'List questions in this state'
            cand --limit 'List at most so many'
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --json 'Write the list as JSON'
            cand --all 'Take every namespace of the ledger, not only that of the project; the default without one'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand list 'List questions, the latest first'
            cand show 'Show one question, whole as long as it is open'
            cand approve 'Show a question and ask for the answer at the terminal'
            cand deny 'Deny a question'
            cand watch 'Ask each question at the terminal as it comes'
            cand grants 'List what was granted for later calls'
            cand revoke 'End a grant before its time'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'algen;approvals;list'= {
            cand --state 'List questions in this state'
            cand --limit 'List at most so many'
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --json 'Write the list as JSON'
            cand --all 'Take every namespace of the ledger, not only that of the project; the default without one'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;approvals;show'= {
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --json 'Write it as JSON'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'algen;approvals;approve'= {
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;approvals;deny'= {
            cand --reason 'Say why'
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'algen;approvals;watch'= {
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --all 'Take every namespace of the ledger, not only that of the project; the default without one'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;approvals;grants'= {
            cand --limit 'List at most so many'
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --ended 'List those that have ended, too'
            cand --json 'Write the list as JSON'
            cand --all 'Take every namespace of the ledger, not only that of the project; the default without one'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'algen;approvals;revoke'= {
            cand --trusted-from 'Trust what equals the same project in this folder, as a checkout of the base branch'
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --all 'End every grant of the project; without a project every grant'
            cand --no-input 'Never ask'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'algen;approvals;help'= {
            cand list 'List questions, the latest first'
            cand show 'Show one question, whole as long as it is open'
            cand approve 'Show a question and ask for the answer at the terminal'
            cand deny 'Deny a question'
            cand watch 'Ask each question at the terminal as it comes'
            cand grants 'List what was granted for later calls'
            cand revoke 'End a grant before its time'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'algen;approvals;help;list'= {
        }
        &'algen;approvals;help;show'= {
        }
        &'algen;approvals;help;approve'= {
        }
        &'algen;approvals;help;deny'= {
        }
        &'algen;approvals;help;watch'= {
        }
        &'algen;approvals;help;grants'= {
        }
        &'algen;approvals;help;revoke'= {
        }
        &'algen;approvals;help;help'= {
        }
        &'algen;doctor'= {
            cand -c 'Read this agent file; several merge in order'
            cand --config 'Read this agent file; several merge in order'
            cand --deployment 'Read this deployment instead of the `algen.yaml` beside the first agent file'
            cand --color 'Show colours: auto, always or never'
            cand --json 'Write what was found as JSON'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;explain'= {
            cand --color 'Show colours: auto, always or never'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;schema'= {
            cand --color 'Show colours: auto, always or never'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;completions'= {
            cand --color 'Show colours: auto, always or never'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;man'= {
            cand --color 'Show colours: auto, always or never'
            cand -q 'Say only what is wrong'
            cand --quiet 'Say only what is wrong'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'algen;help'= {
            cand check 'Check configuration and report every problem'
            cand describe 'Show plugins, tools, permissions, environment and agents'
            cand call 'Call one tool'
            cand why 'Show every rule that would speak about a call'
            cand new 'Make a project that checks clean and runs'
            cand add 'Add a connector to an agent: its plugin, its default tools and their permissions'
            cand trust 'Trust the files of a project as they are now'
            cand log 'Look at the ledger: what was called, and how it ended'
            cand approvals 'Answer questions of approval, and look at what was granted'
            cand doctor 'Look for what would keep calls from working'
            cand explain 'Explain a rule, tool, permission, preset, finding or exit code'
            cand schema 'Print the JSON Schema of a kind of file'
            cand completions 'Print the completion script of a shell'
            cand man 'Write the manual pages into a directory'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'algen;help;check'= {
        }
        &'algen;help;describe'= {
        }
        &'algen;help;call'= {
        }
        &'algen;help;why'= {
        }
        &'algen;help;new'= {
        }
        &'algen;help;add'= {
        }
        &'algen;help;trust'= {
        }
        &'algen;help;log'= {
            cand list 'List calls, the latest first'
            cand show 'Show one call and what happened to it, without values'
            cand resolve 'Say how a call ended whose outcome is unknown'
            cand verify 'Check that the ledger is as it was written'
            cand head 'Print the end of each chain of events, to be kept elsewhere'
            cand export 'Write every call and event as JSON lines, without values'
            cand prune 'Forget what is long over'
        }
        &'algen;help;log;list'= {
        }
        &'algen;help;log;show'= {
        }
        &'algen;help;log;resolve'= {
        }
        &'algen;help;log;verify'= {
        }
        &'algen;help;log;head'= {
        }
        &'algen;help;log;export'= {
        }
        &'algen;help;log;prune'= {
        }
        &'algen;help;approvals'= {
            cand list 'List questions, the latest first'
            cand show 'Show one question, whole as long as it is open'
            cand approve 'Show a question and ask for the answer at the terminal'
            cand deny 'Deny a question'
            cand watch 'Ask each question at the terminal as it comes'
            cand grants 'List what was granted for later calls'
            cand revoke 'End a grant before its time'
        }
        &'algen;help;approvals;list'= {
        }
        &'algen;help;approvals;show'= {
        }
        &'algen;help;approvals;approve'= {
        }
        &'algen;help;approvals;deny'= {
        }
        &'algen;help;approvals;watch'= {
        }
        &'algen;help;approvals;grants'= {
        }
        &'algen;help;approvals;revoke'= {
        }
        &'algen;help;doctor'= {
        }
        &'algen;help;explain'= {
        }
        &'algen;help;schema'= {
        }
        &'algen;help;completions'= {
        }
        &'algen;help;man'= {
        }
        &'algen;help;help'= {
        }
    ]
    $completions[$command]
}
