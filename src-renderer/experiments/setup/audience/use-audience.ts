import { useMemo, useState } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import { validate } from '../../../flags/editor/flag-form-errors.ts';
import { type FlagForm, formOf, inputOf, newForm } from '../../../flags/editor/flag-form-values.ts';
import type { FieldErrors } from '../../../ui/form/field-errors.ts';

/** What was typed about one flag, and what it said when the typing began. */
type Draft = { base: FlagForm; form: FlagForm };

/** The key under which the draft of a flag that is still to be made is kept. */
const UNMADE = 'new';

/**
 * Whom the flag of an experiment reaches, as it is being edited: its release conditions, saved with the experiment. What is
 * typed stays with the flag it was typed for, while the key goes on to another one and back.
 */
export function useAudience(flag: Flag | null) {
  const [drafts, setDrafts] = useState<Record<string, Draft>>({});
  const id = flag === null ? UNMADE : String(flag.id);
  const saved = useMemo(() => (flag === null ? newForm('') : formOf(flag)), [flag]);
  const draft = drafts[id];
  const form = draft?.form ?? saved;
  const isDirty = conditionsText(form) !== conditionsText(saved);
  const errors = useMemo(() => conditionErrors(form), [form]);

  const change = (part: Partial<FlagForm>) =>
    setDrafts((current) => ({
      ...current,
      [id]: { base: current[id]?.base ?? saved, form: { ...(current[id]?.form ?? saved), ...part } },
    }));
  const forget = () => setDrafts(({ [id]: _, ...others }) => others);

  return {
    form,
    change,
    /** The conditions, as the experiment's request takes them. */
    filters: conditionsOf(form),
    forget,
    isDirty,
    errors,
    /** Whether saving would replace conditions that were changed elsewhere meanwhile. */
    isOutdated: isDirty && draft !== undefined && conditionsText(draft.base) !== conditionsText(saved),
  };
}
export type AudienceState = ReturnType<typeof useAudience>;

function conditionsOf(form: FlagForm) {
  const { groups, aggregation_group_type_index } = inputOf(form).filters;
  return { groups, aggregation_group_type_index };
}

const conditionsText = (form: FlagForm): string => JSON.stringify(conditionsOf(form));

/** Of the conditions alone: the flag's key and variants are the experiment's matter. */
function conditionErrors(form: FlagForm): FieldErrors {
  const isOwn = ([path]: [string, string]) => /^filters__(?:groups|aggregation)/.test(path);
  return Object.fromEntries(Object.entries(validate(form)).filter(isOwn));
}
