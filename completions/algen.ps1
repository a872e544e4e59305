
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'algen' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'algen'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'algen' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check configuration and report every problem')
            [CompletionResult]::new('describe', 'describe', [CompletionResultType]::ParameterValue, 'Show plugins, tools, permissions, environment and agents')
            [CompletionResult]::new('call', 'call', [CompletionResultType]::ParameterValue, 'Call one tool')
            [CompletionResult]::new('why', 'why', [CompletionResultType]::ParameterValue, 'Show every rule that would speak about a call')
            [CompletionResult]::new('trust', 'trust', [CompletionResultType]::ParameterValue, 'Trust the files of a project as they are now')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a rule, tool, permission, preset, finding or exit code')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of a kind of file')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Write the manual pages into a directory')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'algen;check' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Choose how findings are written')
            [CompletionResult]::new('--project-root', '--project-root', [CompletionResultType]::ParameterName, 'Look for Python plugins in this folder and its `src`')
            [CompletionResult]::new('--max-tool-tokens', '--max-tool-tokens', [CompletionResultType]::ParameterName, 'Fail when an agent''s tools take more than this many estimated tokens of a model''s context')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Write findings as JSON, the same as `--format json`')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Fail on warnings, too')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Apply the fixes that leave no choice')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;describe' {
            [CompletionResult]::new('--search', '--search', [CompletionResultType]::ParameterName, 'Show the tools in which all these words occur')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Write the inventory as JSON')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;call' {
            [CompletionResult]::new('--input', '--input', [CompletionResultType]::ParameterName, 'Take all arguments from JSON: the text itself, `@FILE`, or `-` for standard input')
            [CompletionResult]::new('--approve', '--approve', [CompletionResultType]::ParameterName, 'Approve exactly the plan with this fingerprint, where only the agent''s own policy asks')
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Wait so many seconds for an answer from another terminal')
            [CompletionResult]::new('--idempotency-key', '--idempotency-key', [CompletionResultType]::ParameterName, 'Give the call a key: with the same key it happens at most once')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Give the tool less time than it has, in seconds')
            [CompletionResult]::new('--events', '--events', [CompletionResultType]::ParameterName, 'Write what happens as JSON lines into this file; `-` is error output')
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('--tenant-id', '--tenant-id', [CompletionResultType]::ParameterName, 'Set the tenant, where `algen.yaml` does not')
            [CompletionResult]::new('--user-id', '--user-id', [CompletionResultType]::ParameterName, 'Set the user, where `algen.yaml` does not')
            [CompletionResult]::new('--run-id', '--run-id', [CompletionResultType]::ParameterName, 'Set the run, where `algen.yaml` does not')
            [CompletionResult]::new('--step-id', '--step-id', [CompletionResultType]::ParameterName, 'Set the step, where `algen.yaml` does not')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Call for this agent; needed when several enable the tool')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Write the whole outcome as JSON, also of a call that was refused')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show the plan, the decision and the fingerprint; send nothing')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Approve the call, where only the agent''s own policy asks and nothing is destroyed')
            [CompletionResult]::new('--again', '--again', [CompletionResultType]::ParameterName, 'Call although an earlier outcome of the same request is unknown')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show what every rule said, too')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Show what every rule said, too')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask; what would need an answer waits in the ledger')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;why' {
            [CompletionResult]::new('--input', '--input', [CompletionResultType]::ParameterName, 'Take all arguments from JSON: the text itself, `@FILE`, or `-` for standard input')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Call for this agent; needed when several enable the tool')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Write the rules as JSON')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;trust' {
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what is the same in this folder: the project''s folder in a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--show', '--show', [CompletionResultType]::ParameterName, 'Tell whether the project is trusted, which files count and since when; store nothing')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Write what is shown as JSON')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;explain' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;schema' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;completions' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;man' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;help' {
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check configuration and report every problem')
            [CompletionResult]::new('describe', 'describe', [CompletionResultType]::ParameterValue, 'Show plugins, tools, permissions, environment and agents')
            [CompletionResult]::new('call', 'call', [CompletionResultType]::ParameterValue, 'Call one tool')
            [CompletionResult]::new('why', 'why', [CompletionResultType]::ParameterValue, 'Show every rule that would speak about a call')
            [CompletionResult]::new('trust', 'trust', [CompletionResultType]::ParameterValue, 'Trust the files of a project as they are now')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a rule, tool, permission, preset, finding or exit code')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of a kind of file')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Write the manual pages into a directory')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'algen;help;check' {
            break
        }
        'algen;help;describe' {
            break
        }
        'algen;help;call' {
            break
        }
        'algen;help;why' {
            break
        }
        'algen;help;trust' {
            break
        }
        'algen;help;explain' {
            break
        }
        'algen;help;schema' {
            break
        }
        'algen;help;completions' {
            break
        }
        'algen;help;man' {
            break
        }
        'algen;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
