import { Button, Menu, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { SavedView } from '#server/events/views/view-contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { doUndoably } from '../../ui/feedback/do-undoably.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { submitting } from '../../ui/form/submitting.ts';
import { Icon } from '../../ui/icon.tsx';
import { LateMenu } from '../../ui/late/late-menu.tsx';
import type { LateOverlay } from '../../ui/late/use-late-overlay.ts';
import looks from '../../ui/text.module.css';
import { useDeleteView, useSaveView } from '../queries.ts';
import classes from './saved-views.module.css';
import { words } from './words.ts';

export type ViewFilter = Pick<SavedView, 'filter' | 'status'>;
type Props = {
  overlay: LateOverlay;
  views: readonly SavedView[];
  error: Error | null;
  current: ViewFilter;
  onOpen: (view: ViewFilter) => void;
};

export function ViewsMenu({ overlay, views, error, current, onOpen }: Props) {
  const project = useProject();
  const remove = useDeleteView(project.id);
  const restore = useSaveView(project.id);
  const guard = useGuard('write');
  const removeUndoably = (view: SavedView) => {
    const { name, filter, status } = view;
    return doUndoably({
      noticeId: `view-${view.id}`,
      done: words.views.removed(name),
      what: words.views.removeVerb,
      run: () => remove.mutateAsync(view),
      undo: () => restore.mutateAsync({ name, filter, status, replace: false }),
    });
  };
  return (
    <LateMenu overlay={overlay} width={280} position="bottom-end" trapFocus>
      <Menu.Label>{views.length === 0 ? words.views.none : words.views.saved}</Menu.Label>
      {error !== null && <ErrorNote what={words.views.load} error={error} />}
      {views.map((view) => (
        <div key={view.id} className={classes.view}>
          <Menu.Item onClick={() => onOpen(view)}>
            <span className={classes.name}>{view.name}</span>
            <span className={classes.filter}>{viewText(view)}</span>
          </Menu.Item>
          <Menu.Item
            px={9}
            c="dimmed"
            aria-label={words.views.remove(view.name)}
            closeMenuOnClick={false}
            {...guard}
            onClick={() => void removeUndoably(view)}
          >
            <Icon of={IconTrash} />
          </Menu.Item>
        </div>
      ))}
      <Menu.Divider />
      <SaveForm views={views} current={current} onSaved={() => overlay.onChange(false)} />
    </LateMenu>
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
        if (name.trim() !== '') save.mutate({ name: name.trim(), ...current, replace: true }, { onSuccess: onSaved });
      })}
    >
      <TextInput
        aria-label={words.views.name}
        placeholder={isPlain ? words.views.filterFirst : words.views.nameThis}
        disabled={isPlain}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.stopPropagation()}
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
