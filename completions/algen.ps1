
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
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Make a project that checks clean and runs')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Add a connector to an agent: its plugin, its default tools and their permissions')
            [CompletionResult]::new('trust', 'trust', [CompletionResultType]::ParameterValue, 'Trust the files of a project as they are now')
            [CompletionResult]::new('log', 'log', [CompletionResultType]::ParameterValue, 'Look at the ledger: what was called, and how it ended')
            [CompletionResult]::new('approvals', 'approvals', [CompletionResultType]::ParameterValue, 'Answer questions of approval, and look at what was granted')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Look for what would keep calls from working')
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
            [CompletionResult]::new('--contract', '--contract', [CompletionResultType]::ParameterName, 'Hold the toolkits of `algen.yaml` to the contract that built-in ones keep')
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
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Choose how the result is written')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Write only this place of the result: `rows[0].id`, or the JSON Pointer `/rows/0/id`')
            [CompletionResult]::new('--page-limit', '--page-limit', [CompletionResultType]::ParameterName, 'Read at most so many pages; where there are more, the exit code is 7')
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
            [CompletionResult]::new('--all-pages', '--all-pages', [CompletionResultType]::ParameterName, 'Call again for each further page of a read; the result is the list of the rows of all pages')
            [CompletionResult]::new('--fake', '--fake', [CompletionResultType]::ParameterName, 'Let a stand-in answer: the same rules and questions, and nothing outside is touched')
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
        'algen;new' {
            [CompletionResult]::new('--template', '--template', [CompletionResultType]::ParameterName, 'Choose what the project has')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;add' {
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Add to this agent; needed when the file has several')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Change this agent file')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Change this agent file')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do not ask')
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
        'algen;log' {
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'List calls of this tool, `toolkit.action`')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'List calls for this agent')
            [CompletionResult]::new('--state', '--state', [CompletionResultType]::ParameterName, 'List calls in this state')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'List calls since then: `2h`, `7d`, `2026-07-01` or `2026-07-01T10:00:00Z`, in UTC')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'List at most so many')
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Write the list as JSON')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Take every namespace of the ledger, not only that of the project; the default without one')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List calls, the latest first')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show one call and what happened to it, without values')
            [CompletionResult]::new('resolve', 'resolve', [CompletionResultType]::ParameterValue, 'Say how a call ended whose outcome is unknown')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Check that the ledger is as it was written')
            [CompletionResult]::new('head', 'head', [CompletionResultType]::ParameterValue, 'Print the end of each chain of events, to be kept elsewhere')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Write every call and event as JSON lines, without values')
            [CompletionResult]::new('prune', 'prune', [CompletionResultType]::ParameterValue, 'Forget what is long over')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'algen;log;list' {
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'List calls of this tool, `toolkit.action`')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'List calls for this agent')
            [CompletionResult]::new('--state', '--state', [CompletionResultType]::ParameterName, 'List calls in this state')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'List calls since then: `2h`, `7d`, `2026-07-01` or `2026-07-01T10:00:00Z`, in UTC')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'List at most so many')
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Write the list as JSON')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Take every namespace of the ledger, not only that of the project; the default without one')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'algen;log;show' {
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Write it as JSON')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'algen;log;resolve' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Say what you found')
            [CompletionResult]::new('--reason', '--reason', [CompletionResultType]::ParameterName, 'Say how you know; asked for at the terminal if missing')
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;log;verify' {
            [CompletionResult]::new('--head', '--head', [CompletionResultType]::ParameterName, 'Compare with the heads in this file, as `algen log head` printed them; `-` is standard input')
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Write what was found as JSON')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;log;head' {
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Take every namespace of the ledger, not only that of the project; the default without one')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'algen;log;export' {
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Take every namespace of the ledger, not only that of the project; the default without one')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'algen;log;prune' {
            [CompletionResult]::new('--older-than', '--older-than', [CompletionResultType]::ParameterName, 'Forget what was over so long ago: `90d`, `2w`; at least a day')
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Take every namespace of the ledger, not only that of the project; the default without one')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;log;help' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List calls, the latest first')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show one call and what happened to it, without values')
            [CompletionResult]::new('resolve', 'resolve', [CompletionResultType]::ParameterValue, 'Say how a call ended whose outcome is unknown')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Check that the ledger is as it was written')
            [CompletionResult]::new('head', 'head', [CompletionResultType]::ParameterValue, 'Print the end of each chain of events, to be kept elsewhere')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Write every call and event as JSON lines, without values')
            [CompletionResult]::new('prune', 'prune', [CompletionResultType]::ParameterValue, 'Forget what is long over')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'algen;log;help;list' {
            break
        }
        'algen;log;help;show' {
            break
        }
        'algen;log;help;resolve' {
            break
        }
        'algen;log;help;verify' {
            break
        }
        'algen;log;help;head' {
            break
        }
        'algen;log;help;export' {
            break
        }
        'algen;log;help;prune' {
            break
        }
        'algen;log;help;help' {
            break
        }
        'algen;approvals' {
            [CompletionResult]::new('--state', '--state', [CompletionResultType]::ParameterName, 'List questions in this state')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'List at most so many')
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Write the list as JSON')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Take every namespace of the ledger, not only that of the project; the default without one')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List questions, the latest first')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show one question, whole as long as it is open')
            [CompletionResult]::new('approve', 'approve', [CompletionResultType]::ParameterValue, 'Show a question and ask for the answer at the terminal')
            [CompletionResult]::new('deny', 'deny', [CompletionResultType]::ParameterValue, 'Deny a question')
            [CompletionResult]::new('watch', 'watch', [CompletionResultType]::ParameterValue, 'Ask each question at the terminal as it comes')
            [CompletionResult]::new('grants', 'grants', [CompletionResultType]::ParameterValue, 'List what was granted for later calls')
            [CompletionResult]::new('revoke', 'revoke', [CompletionResultType]::ParameterValue, 'End a grant before its time')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'algen;approvals;list' {
            [CompletionResult]::new('--state', '--state', [CompletionResultType]::ParameterName, 'List questions in this state')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'List at most so many')
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Write the list as JSON')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Take every namespace of the ledger, not only that of the project; the default without one')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;approvals;show' {
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Write it as JSON')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'algen;approvals;approve' {
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;approvals;deny' {
            [CompletionResult]::new('--reason', '--reason', [CompletionResultType]::ParameterName, 'Say why')
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'algen;approvals;watch' {
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Take every namespace of the ledger, not only that of the project; the default without one')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'algen;approvals;grants' {
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'List at most so many')
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--ended', '--ended', [CompletionResultType]::ParameterName, 'List those that have ended, too')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Write the list as JSON')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Take every namespace of the ledger, not only that of the project; the default without one')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'algen;approvals;revoke' {
            [CompletionResult]::new('--trusted-from', '--trusted-from', [CompletionResultType]::ParameterName, 'Trust what equals the same project in this folder, as a checkout of the base branch')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'End every grant of the project; without a project every grant')
            [CompletionResult]::new('--no-input', '--no-input', [CompletionResultType]::ParameterName, 'Never ask')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say only what is wrong')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'algen;approvals;help' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List questions, the latest first')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show one question, whole as long as it is open')
            [CompletionResult]::new('approve', 'approve', [CompletionResultType]::ParameterValue, 'Show a question and ask for the answer at the terminal')
            [CompletionResult]::new('deny', 'deny', [CompletionResultType]::ParameterValue, 'Deny a question')
            [CompletionResult]::new('watch', 'watch', [CompletionResultType]::ParameterValue, 'Ask each question at the terminal as it comes')
            [CompletionResult]::new('grants', 'grants', [CompletionResultType]::ParameterValue, 'List what was granted for later calls')
            [CompletionResult]::new('revoke', 'revoke', [CompletionResultType]::ParameterValue, 'End a grant before its time')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'algen;approvals;help;list' {
            break
        }
        'algen;approvals;help;show' {
            break
        }
        'algen;approvals;help;approve' {
            break
        }
        'algen;approvals;help;deny' {
            break
        }
        'algen;approvals;help;watch' {
            break
        }
        'algen;approvals;help;grants' {
            break
        }
        'algen;approvals;help;revoke' {
            break
        }
        'algen;approvals;help;help' {
            break
        }
        'algen;doctor' {
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this agent file; several merge in order')
            [CompletionResult]::new('--deployment', '--deployment', [CompletionResultType]::ParameterName, 'Read this deployment instead of the `algen.yaml` beside the first agent file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Show colours: auto, always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Write what was found as JSON')
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
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Make a project that checks clean and runs')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Add a connector to an agent: its plugin, its default tools and their permissions')
            [CompletionResult]::new('trust', 'trust', [CompletionResultType]::ParameterValue, 'Trust the files of a project as they are now')
            [CompletionResult]::new('log', 'log', [CompletionResultType]::ParameterValue, 'Look at the ledger: what was called, and how it ended')
            [CompletionResult]::new('approvals', 'approvals', [CompletionResultType]::ParameterValue, 'Answer questions of approval, and look at what was granted')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Look for what would keep calls from working')
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
        'algen;help;new' {
            break
        }
        'algen;help;add' {
            break
        }
        'algen;help;trust' {
            break
        }
        'algen;help;log' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List calls, the latest first')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show one call and what happened to it, without values')
            [CompletionResult]::new('resolve', 'resolve', [CompletionResultType]::ParameterValue, 'Say how a call ended whose outcome is unknown')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Check that the ledger is as it was written')
            [CompletionResult]::new('head', 'head', [CompletionResultType]::ParameterValue, 'Print the end of each chain of events, to be kept elsewhere')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Write every call and event as JSON lines, without values')
            [CompletionResult]::new('prune', 'prune', [CompletionResultType]::ParameterValue, 'Forget what is long over')
            break
        }
        'algen;help;log;list' {
            break
        }
        'algen;help;log;show' {
            break
        }
        'algen;help;log;resolve' {
            break
        }
        'algen;help;log;verify' {
            break
        }
        'algen;help;log;head' {
            break
        }
        'algen;help;log;export' {
            break
        }
        'algen;help;log;prune' {
            break
        }
        'algen;help;approvals' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List questions, the latest first')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show one question, whole as long as it is open')
            [CompletionResult]::new('approve', 'approve', [CompletionResultType]::ParameterValue, 'Show a question and ask for the answer at the terminal')
            [CompletionResult]::new('deny', 'deny', [CompletionResultType]::ParameterValue, 'Deny a question')
            [CompletionResult]::new('watch', 'watch', [CompletionResultType]::ParameterValue, 'Ask each question at the terminal as it comes')
            [CompletionResult]::new('grants', 'grants', [CompletionResultType]::ParameterValue, 'List what was granted for later calls')
            [CompletionResult]::new('revoke', 'revoke', [CompletionResultType]::ParameterValue, 'End a grant before its time')
            break
        }
        'algen;help;approvals;list' {
            break
        }
        'algen;help;approvals;show' {
            break
        }
        'algen;help;approvals;approve' {
            break
        }
        'algen;help;approvals;deny' {
            break
        }
        'algen;help;approvals;watch' {
            break
        }
        'algen;help;approvals;grants' {
            break
        }
        'algen;help;approvals;revoke' {
            break
        }
        'algen;help;doctor' {
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
