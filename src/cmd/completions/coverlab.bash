_coverlab() {
    # The words as the program gets them: readline also cuts at `:` and `=`.
    local line=$COMP_LINE last=${COMP_WORDS[COMP_CWORD]} words=() n=-1 i word head reply
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((n >= 0)) && [[ $line != [[:blank:]]* ]]; then
            words[n]+=$word
        else
            line=${line#"${line%%[![:blank:]]*}"}
            n=$((n + 1))
            words[n]=$word
        fi
        line=${line#"$word"}
    done
    # Readline replaces only what follows its last cut.
    head=${words[n]%"$last"}
    if [[ $last == [:=]* ]]; then head=${words[n]}; fi
    COMPREPLY=()
    while IFS= read -r reply || [[ $reply ]]; do
        COMPREPLY+=("${reply#"$head"}")
    done < <(VAR=bash _CLAP_COMPLETE_INDEX=$n "${1/#\~/$HOME}" -- "${words[@]}" 2> /dev/null)
    if [[ ${COMPREPLY-} == *[=:/,] ]]; then compopt -o nospace 2> /dev/null; fi
}
complete -o bashdefault -o nosort -F _coverlab coverlab 2> /dev/null ||
    complete -o bashdefault -F _coverlab coverlab
