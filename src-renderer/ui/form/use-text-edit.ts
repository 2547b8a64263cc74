import { useState } from 'react';
import { uiWords } from '../words.ts';

/**
 * Keeps an edit of one text from replacing what another window saved since. `saved`: the text as it is known now. `check` says what
 * to do with the typed one, and refuses once over a text that nobody saw; `refusal` then says which.
 */
export function useTextEdit(saved: string) {
  const [start] = useState(saved);
  const [seen, setSeen] = useState(saved);
  const [isRefused, setRefused] = useState(false);
  const check = (typed: string): 'unchanged' | 'refused' | 'save' => {
    if (typed === start || typed === saved) return 'unchanged';
    setSeen(saved);
    setRefused(saved !== seen);
    return saved === seen ? 'save' : 'refused';
  };
  return { check, refusal: isRefused ? uiWords.form.replaces(saved) : undefined };
}
