import { Select, TagsInput } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { tidyTags } from '#server/core/labels-contract.ts';
import { useRefusal } from '../api/permissions.ts';
import { useField } from '../ui/form/field-errors.ts';
import type { KnownLabels } from '../ui/table/list-search.ts';
import { userName } from '../ui/user-name.ts';
import { uiWords } from '../ui/words.ts';
import classes from './label-fields.module.css';
import { currentUserQuery, usersQuery } from './queries.ts';

/** `ownerId` is undefined for something new: its owner is who creates it, unless another is chosen. */
export type Labels = { tags: string[]; ownerId: number | null | undefined };

type Props<Answer> = {
  labels: Labels;
  /** Asks for what others of its list have. */
  query: UseQueryOptions<Answer, Error, KnownLabels>;
  isLocked: boolean;
  onChange: (part: Partial<Labels>) => void;
};

/** Edits the tags and the owner of a flag, an action or an experiment. */
export function LabelFields<Answer>({ labels, query, isLocked, onChange }: Props<Answer>) {
  const { data: known } = useQuery(query);
  const tags = useField('tags');
  const owner = useField('owner_id');
  const { ownerId, owners } = useOwners(labels.ownerId, known);
  return (
    <div className={classes.labels}>
      <TagsInput
        label={uiWords.tags}
        disabled={isLocked}
        placeholder={labels.tags.length === 0 ? uiWords.tagsExample : ''}
        data={known?.tags ?? []}
        value={labels.tags}
        onChange={(next) => onChange({ tags: tidyTags(next) })}
        {...tags}
      />
      <Select
        label={uiWords.owner}
        disabled={isLocked}
        allowDeselect={false}
        searchable={owners.length > 8}
        data={[{ value: nobody, label: uiWords.nobody }, ...owners]}
        value={ownerId === null ? nobody : String(ownerId)}
        onChange={(id) => onChange({ ownerId: id === nobody ? null : Number(id) })}
        {...owner}
      />
    </div>
  );
}

/** Mantine has no option for null. */
const nobody = 'nobody';

/** Returns the possible owners: all users, or in a session that may not list them, its own and the list's owners. */
function useOwners(chosen: Labels['ownerId'], known: KnownLabels | undefined) {
  const mayList = useRefusal('administer') === undefined;
  const { data: users = [] } = useQuery({ ...usersQuery(), enabled: mayList });
  const { data: self } = useQuery(currentUserQuery());
  const names = new Map([
    ...(known?.owners ?? []).map(({ id, name }) => [id, name] as const),
    ...[...(self === undefined ? [] : [self]), ...users].map((user) => [user.id, userName(user)] as const),
  ]);
  const ownerId = chosen === undefined ? (self?.id ?? null) : chosen;
  if (ownerId !== null && !names.has(ownerId)) names.set(ownerId, uiWords.userOf(ownerId));
  return { ownerId, owners: [...names].map(([id, label]) => ({ value: String(id), label })) };
}
