complete --keep-order --exclusive --command algen --arguments "(_ALGEN_COMPLETE=fish algen -- (commandline --current-process --tokenize --cut-at-cursor) (commandline --current-token))"
