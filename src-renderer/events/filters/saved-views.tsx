import { Button, Menu, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedView } from '#server/events/views/view-contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { savedViewsQuery, useDeleteView, useSaveView } from '../queries.ts';
import classes from './saved-views.module.css';
import { words } from './words.ts';

type Filter = Pick<SavedView, 'filter' | 'status'>;
type Props = { current: Filter; onOpen: (view: Filter) => void };

/** Named filters of this project, kept on the server. */
export function SavedViews({ current, onOpen }: Props) {
  const project = useProject();
  const { data, error } = useQuery(savedViewsQuery(project.id));
  const remove = useDeleteView(project.id);
  const guard = useGuard('write');
  const [opened, setOpened] = useState(false);
  const views = data?.results ?? [];
  return (
    <Menu width={280} opened={opened} onChange={setOpened} position="bottom-end" trapFocus>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon of={IconBookmark} />}>
          {words.views.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{views.length === 0 ? words.views.none : words.views.saved}</Menu.Label>
        {error !== null && <ErrorNote what={words.views.load} error={error} />}
        {views.map((view) => (
          <div key={view.id} className={classes.view}>
            <Menu.Item onClick={() => onOpen(view)}>
              <span className={classes.name}>{view.name}</span>
              <span className={classes.filter}>{viewText(view)}</span>
            </Menu.Item>
            <Menu.Item
              className={classes.remove}
              aria-label={words.views.remove(view.name)}
              closeMenuOnClick={false}
              {...guard}
              onClick={() => remove.mutate(view)}
            >
              <Icon of={IconTrash} />
            </Menu.Item>
          </div>
        ))}
        {remove.error !== null && <ErrorNote what={words.views.removeVerb} error={remove.error} />}
        <Menu.Divider />
        <SaveForm current={current} onSaved={() => setOpened(false)} />
      </Menu.Dropdown>
    </Menu>
  );
}

function SaveForm({ current, onSaved }: { current: Filter; onSaved: () => void }) {
  const project = useProject();
  const guard = useGuard('write');
  const save = useSaveView(project.id);
  const [name, setName] = useState('');
  const isPlain = current.filter === '' && current.status === null;
  return (
    <form
      className={classes.save}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') save.mutate({ name: name.trim(), ...current }, { onSuccess: onSaved });
      }}
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
        {words.views.save}
      </Button>
      {save.error !== null && <ErrorNote what={words.views.saveVerb} error={save.error} />}
    </form>
  );
}

function viewText({ filter, status }: SavedView): string {
  return [status === null ? '' : `status:${status}`, filter].filter(Boolean).join(' ');
}
