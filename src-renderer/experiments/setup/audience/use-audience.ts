import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import { fieldOf } from '../../../flags/editor/field-problems.ts';
import { problemsOf } from '../../../flags/editor/flag-form-problems.ts';
import { type FlagForm, formOf, inputOf, newForm } from '../../../flags/editor/flag-form-values.ts';
import { flagQuery, useUpdateFlag } from '../../../flags/queries.ts';
import { useProject } from '../../../projects/current-project.ts';
import { type FieldProblems, refusedField } from '../../../ui/form/field-problems.ts';

/** What was typed about one flag, and what it said when the typing began. */
type Draft = { base: FlagForm; form: FlagForm };

/** The key under which the draft of a flag that is still to be made is kept. */
const UNMADE = 'new';

/**
 * Whom the flag of an experiment reaches, as it is being edited: its release conditions, saved with the experiment. What is
 * typed stays with the flag it was typed for, while the key goes on to another one and back.
 */
export function useAudience(flag: Flag | null) {
  const project = useProject();
  const client = useQueryClient();
  const update = useUpdateFlag(project.id);
  const [drafts, setDrafts] = useState<Record<string, Draft>>({});
  const [refusal, setRefusal] = useState<{ error: unknown; form: FlagForm } | null>(null);
  const id = flag === null ? UNMADE : String(flag.id);
  const saved = useMemo(() => (flag === null ? newForm('') : formOf(flag)), [flag]);
  const draft = drafts[id];
  const form = draft?.form ?? saved;
  const isDirty = conditionsText(form) !== conditionsText(saved);
  const problems = useMemo(() => conditionProblems(form), [form]);

  const change = (part: Partial<FlagForm>) =>
    setDrafts((current) => ({
      ...current,
      [id]: { base: current[id]?.base ?? saved, form: { ...(current[id]?.form ?? saved), ...part } },
    }));
  const forget = () => setDrafts(({ [id]: _, ...others }) => others);

  /** Gives the flag the conditions where it has others, and leaves the rest as it is by then. Throws what the server refuses. */
  const save = async (flagId: number): Promise<void> => {
    try {
      const current = await client.fetchQuery({ ...flagQuery(project.id, flagId), staleTime: 0 });
      if (conditionsText(formOf(current)) !== conditionsText(form)) {
        const { groups, aggregation_group_type_index } = inputOf(form).filters;
        const filters = { ...current.filters, groups, aggregation_group_type_index };
        await update.mutateAsync({ id: flagId, filters });
      }
      forget();
    } catch (error) {
      setRefusal({ error, form });
      throw error;
    }
  };

  return {
    form,
    change,
    save,
    forget,
    isDirty,
    problems,
    refused: refusal?.form === form ? refusedField(refusal.error, fieldOf) : {},
    /** Whether saving would replace conditions that were changed elsewhere meanwhile. */
    isOutdated: isDirty && draft !== undefined && conditionsText(draft.base) !== conditionsText(saved),
  };
}
export type AudienceState = ReturnType<typeof useAudience>;

function conditionsText(form: FlagForm): string {
  const { groups, aggregation_group_type_index: index } = inputOf(form).filters;
  return JSON.stringify([groups, index]);
}

/** Of the conditions alone: the flag's key and variants are the experiment's matter. */
function conditionProblems(form: FlagForm): FieldProblems {
  const isOwn = ([path]: [string, string]) => /^filters__(?:groups|aggregation)/.test(path);
  return Object.fromEntries(Object.entries(problemsOf(form)).filter(isOwn));
}
