import { Button, Divider, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { SavedView } from '#server/events/views/view-contract.ts';
import { ApiFailure } from '../../api/errors.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { doUndoably } from '../../ui/feedback/do-undoably.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { submitting } from '../../ui/form/submitting.ts';
import { Icon } from '../../ui/icon.tsx';
import { Anchor } from '../../ui/lazy/anchor.tsx';
import type { LazyOverlay } from '../../ui/lazy/use-lazy-overlay.ts';
import { useOpened } from '../../ui/lazy/use-opened.ts';
import { RowButton } from '../../ui/table/row-button.tsx';
import looks from '../../ui/text.module.css';
import { useDeleteView, useSaveView } from '../queries.ts';
import classes from './saved-views.module.css';
import { words } from './words.ts';

export type ViewFilter = Pick<SavedView, 'filter' | 'status'>;
type Props = {
  overlay: LazyOverlay;
  views: readonly SavedView[];
  error: Error | null;
  current: ViewFilter;
  onOpen: (view: ViewFilter) => void;
};

export function ViewsMenu({ overlay, views, error, current, onOpen }: Props) {
  const project = useProject();
  const remove = useDeleteView(project.id);
  const restore = useSaveView(project.id);
  const heading = useRef<HTMLParagraphElement>(null);
  const removeUndoably = (view: SavedView) => {
    const { name, filter, status } = view;
    // The button disappears with the view.
    heading.current?.focus();
    void doUndoably({
      noticeId: `view-${view.id}`,
      done: words.views.removed(name),
      what: words.views.removeVerb,
      run: () => remove.mutateAsync(view),
      undo: () => restore.mutateAsync({ name, filter, status, replace: false }),
      undoProblem: (error) =>
        error instanceof ApiFailure && error.attr === 'name' ? words.views.nameTaken(name, viewText(view)) : null,
    });
  };
  const open = (view: SavedView) => {
    overlay.onChange(false);
    onOpen(view);
  };
  return (
    <Popover id={overlay.id} opened={useOpened(overlay.isOpen)} onChange={overlay.onChange} {...place}>
      <Popover.Target>
        <Anchor target={overlay.target} />
      </Popover.Target>
      <Popover.Dropdown className={classes.panel}>
        <p ref={heading} tabIndex={-1} className={classes.heading}>
          {views.length === 0 ? words.views.none : words.views.saved}
        </p>
        {error !== null && <ErrorNote what={words.views.load} error={error} />}
        <ViewList views={views} onOpen={open} onRemove={removeUndoably} />
        <Divider />
        <SaveForm views={views} current={current} onSaved={() => overlay.onChange(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

const place = { width: 280, position: 'bottom-end', trapFocus: true, returnFocus: true } as const;

type ListProps = Pick<Props, 'views'> & Record<'onOpen' | 'onRemove', (view: SavedView) => void>;

function ViewList({ views, onOpen, onRemove }: ListProps) {
  const guard = useGuard('write');
  if (views.length === 0) return null;
  return (
    <ul className={classes.views} aria-label={words.views.saved}>
      {views.map((view) => (
        <li key={view.id} className={classes.view}>
          <UnstyledButton className={classes.open} onClick={() => onOpen(view)}>
            <span className={classes.name}>{view.name}</span>
            <span className={classes.filter}>{viewText(view)}</span>
          </UnstyledButton>
          <RowButton
            aria-label={words.views.remove(view.name)}
            title={words.views.remove(view.name)}
            {...guard}
            onClick={() => onRemove(view)}
          >
            <Icon of={IconTrash} />
          </RowButton>
        </li>
      ))}
    </ul>
  );
}

type SaveFormProps = Pick<Props, 'views' | 'current'> & { onSaved: () => void };

function SaveForm({ views, current, onSaved }: SaveFormProps) {
  const project = useProject();
  const guard = useGuard('write');
  const save = useSaveView(project.id);
  const [name, setName] = useState('');
  const isPlain = current.filter === '' && current.status === null;
  const replaced = views.find((view) => view.name === name.trim());
  return (
    <form
      className={classes.save}
      onSubmit={submitting(() => {
        const view = {
          name: name.trim(),
          filter: current.filter,
          status: current.status,
          replace: replaced !== undefined,
        };
        if (view.name !== '') save.mutate(view, { onSuccess: onSaved });
      })}
    >
      <TextInput
        aria-label={words.views.name}
        placeholder={isPlain ? words.views.filterFirst : words.views.nameThis}
        disabled={isPlain}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={save.isPending} disabled={isPlain || name.trim() === ''} {...guard}>
        {replaced === undefined ? words.views.save : words.views.replace}
      </Button>
      {replaced !== undefined && <p className={looks.note}>{words.views.replaces(viewText(replaced))}</p>}
      {save.error !== null && <ErrorNote what={words.views.saveVerb} error={save.error} />}
    </form>
  );
}

function viewText({ filter, status }: SavedView): string {
  return [status === null ? '' : `status:${status}`, filter].filter(Boolean).join(' ');
}
