
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
            cand trust 'Trust the files of a project as they are now'
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
            cand trust 'Trust the files of a project as they are now'
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
        &'algen;help;trust'= {
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
