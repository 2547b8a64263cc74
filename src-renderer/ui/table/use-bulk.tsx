import { notifications } from '@mantine/notifications';
import type { QueryKey } from '@tanstack/react-query';
import { type BulkAnswer, bulkAnswer } from '#server/http/bulk-contract.ts';
import { post } from '../../api/api.ts';
import { explainError } from '../../api/errors.ts';
import { useChange } from '../../api/use-change.ts';
import { offerUndo } from '../feedback/do-undoably.tsx';
import { uiWords } from '../words.ts';

type Item = { id: number };
type Asked<Row> = {
  items: readonly Item[];
  /** Says what is done with so many rows. */
  done: (count: number) => string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
};

/** Changes several rows in one request, with an undo; says what was refused, and why. `root` is the path of their list. */
export function useBulk<Row extends Item>(root: string, queryKey: QueryKey) {
  const change = useChange(queryKey, (items: readonly object[]) => post(`${root}bulk/`, { items }, bulkAnswer));
  return async ({ items, done, rows, nameOf }: Asked<Row>): Promise<void> => {
    try {
      const { results } = await change.mutateAsync(items);
      const changed = results.filter(({ before }) => before !== null);
      if (changed.length > 0) {
        const undo = () => change.mutateAsync(changed.map(({ id, before }) => ({ id, ...before })));
        offerUndo({ noticeId: `bulk-${root}`, done: done(changed.length), undo });
      }
      const nameOfId = (id: number) =>
        rows
          .filter((row) => row.id === id)
          .map(nameOf)
          .join('') || `#${id}`;
      showRefused(results, nameOfId);
    } catch (error) {
      const { message, hint } = explainError(error);
      notifications.show({
        color: 'red',
        title: uiWords.couldNot(uiWords.select.change),
        message: `${message} ${hint}`,
      });
    }
  };
}

function showRefused(results: BulkAnswer['results'], nameOfId: (id: number) => string): void {
  const refused = results.filter(({ error }) => error !== null);
  if (refused.length === 0) return;
  notifications.show({
    color: 'red',
    autoClose: false,
    title: uiWords.select.refused(refused.length),
    message: (
      <ul>
        {refused.map(({ id, error }) => (
          <li key={id}>
            {nameOfId(id)}: {error?.detail}
          </li>
        ))}
      </ul>
    ),
  });
}
