import { useState } from 'react';

/**
 * The form, and the saved one that it began with (`base`). `incoming` is what is saved now, null for something new, which begins
 * with `start`. A newer one takes the place of `base` by itself where nothing typed is lost; else `isOutdated`.
 */
export function useDraft<Form>(options: {
  incoming: Form | null;
  start: () => Form;
  isSaving: boolean;
  isSame: (one: Form, other: Form) => boolean;
}) {
  const { incoming, start, isSaving, isSame } = options;
  const [base, setBase] = useState<Form>(() => incoming ?? start());
  const [form, setForm] = useState(base);
  const isOther = incoming !== null && !isSaving && !isSame(incoming, base);
  const isHarmless = incoming !== null && (isSame(base, form) || isSame(incoming, form));
  if (isOther && isHarmless) {
    setBase(incoming);
    if (!isSame(incoming, form)) setForm(incoming);
  }
  return { base, setBase, form, setForm, isOutdated: isOther && !isHarmless };
}
