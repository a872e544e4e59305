
set edit:completion:arg-completer[algen] = { |@words|
    var index = (count $words)
    set index = (- $index 1)

    put (env _CLAP_IFS="\n" _CLAP_COMPLETE_INDEX=(to-string $index) _ALGEN_COMPLETE="elvish" algen -- $@words) | to-lines
}

