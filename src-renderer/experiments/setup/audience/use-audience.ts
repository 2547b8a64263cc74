import { useMemo, useState } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import { validate } from '../../../flags/editor/flag-form-errors.ts';
import { type FlagFormValues, formOf, inputOf, newForm } from '../../../flags/editor/flag-form-values.ts';
import type { FieldErrors } from '../../../ui/form/field-errors.ts';
import { isOfAudience } from '../experiment-form-problems.ts';

/** The edited conditions of a flag, and its conditions when the edit began. */
type Draft = { base: FlagFormValues; form: FlagFormValues };

/** The key of the draft for a new flag. */
const NEW_FLAG = 'new';

/**
 * Holds the edited release conditions of an experiment's flag, saved with the experiment. Keeps a draft per flag, while the key
 * changes to another flag and back.
 */
export function useAudience(flag: Flag | null) {
  const [drafts, setDrafts] = useState<Record<string, Draft>>({});
  const id = flag === null ? NEW_FLAG : String(flag.id);
  const saved = useMemo(() => (flag === null ? newForm('') : formOf(flag)), [flag]);
  const draft = drafts[id];
  const form = draft?.form ?? saved;
  const isDirty = conditionsText(form) !== conditionsText(saved);
  const errors = useMemo(() => conditionErrors(form), [form]);

  const change = (part: Partial<FlagFormValues>) =>
    setDrafts((current) => ({
      ...current,
      [id]: { base: current[id]?.base ?? saved, form: { ...(current[id]?.form ?? saved), ...part } },
    }));
  const forget = () => setDrafts(({ [id]: _, ...others }) => others);

  return {
    form,
    change,
    /** The conditions in the form of the experiment's request. */
    filters: conditionsOf(form),
    forget,
    isDirty,
    errors,
    /** Whether saving would overwrite conditions that were changed elsewhere. */
    isOutdated: isDirty && draft !== undefined && conditionsText(draft.base) !== conditionsText(saved),
  };
}
export type AudienceState = ReturnType<typeof useAudience>;

function conditionsOf(form: FlagFormValues) {
  const { groups, aggregation_group_type_index } = inputOf(form).filters;
  return { groups, aggregation_group_type_index };
}

const conditionsText = (form: FlagFormValues): string => JSON.stringify(conditionsOf(form));

/** Validates only the conditions, because the experiment has the flag's key and variants. */
function conditionErrors(form: FlagFormValues): FieldErrors {
  return Object.fromEntries(Object.entries(validate(form)).filter(([path]) => isOfAudience(path)));
}
