export const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** As the only line of an answer, requests the shell's file completion. */
export const filesMark = ':files';

/** Scripts of shells. An answer has a line for each completion: the word, a tab and its meaning. */
export const completionScripts: Record<Shell, string> = {
  // The bash of macOS is 3.2. "-o default" completes files where there is nothing else.
  bash: `_benchtop() {
  local value meaning
  COMPREPLY=()
  while IFS=$'\\t' read -r value meaning; do
    [[ -n $value && $value != '${filesMark}' ]] && COMPREPLY+=("$value")
  done < <(benchtop complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _benchtop benchtop`,

  zsh: `#compdef benchtop
_benchtop() {
  local line
  local -a described
  for line in "\${(@f)$(benchtop complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ $line == '${filesMark}' ]] && { _files; return }
    [[ -n $line ]] && described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe -V benchtop described
}
if [[ $funcstack[1] == _benchtop ]]; then _benchtop; else compdef _benchtop benchtop; fi`,

  fish: `function __benchtop_complete
  set -l words (commandline -opc)
  set -e words[1]
  set -l lines (benchtop complete -- $words (commandline -ct | string collect --allow-empty) 2>/dev/null)
  if test "$lines" = '${filesMark}'
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $lines
  end
end
complete -c benchtop -f -a '(__benchtop_complete)'`,
};
