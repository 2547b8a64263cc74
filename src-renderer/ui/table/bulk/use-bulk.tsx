import { notifications } from '@mantine/notifications';
import type { QueryKey } from '@tanstack/react-query';
import { type BulkAnswer, bulkAnswer } from '#server/http/bulk-contract.ts';
import { post } from '../../../api/api.ts';
import { useChange } from '../../../api/use-change.ts';
import { attempt, offerUndo } from '../../feedback/do-undoably.tsx';
import { uiWords } from '../../words.ts';
import type { Selection } from '../use-selection.ts';

type Item = { id: number };
/** Says what is done with `count` rows. */
type Done = (count: number) => string;

/**
 * Changes the selected rows in one request, with an undo; says what was refused, and why. `root` is the path of their list. `set`
 * changes all alike, `setEach` each by itself.
 */
export function useBulk<Row extends Item>(root: string, queryKey: QueryKey, selection: Selection<Row>) {
  const { selected: rows, nameOf } = selection;
  const change = useChange(queryKey, (items: readonly object[]) => post(`${root}bulk/`, { items }, bulkAnswer));
  const setEach = (items: readonly Item[], done: Done) =>
    attempt(uiWords.select.change, async () => {
      const { results } = await change.mutateAsync(items);
      const changed = results.filter(({ before }) => before !== null);
      if (changed.length > 0) {
        const undo = () => change.mutateAsync(changed.map(({ id, before }) => ({ id, ...before })));
        offerUndo({ noticeId: `bulk-${root}`, done: done(changed.length), undo });
      }
      showRefused(results, (id) => rows.filter((row) => row.id === id).map(nameOf)[0] ?? `#${id}`);
    });
  const set = (update: object, done: Done) =>
    setEach(
      rows.map(({ id }) => ({ id, ...update })),
      done,
    );
  return { set, setEach };
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
