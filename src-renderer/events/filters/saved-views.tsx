import { Button, Menu, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { useProject } from '../../projects/current-project.ts';
import { Icon } from '../../ui/icon.tsx';
import { liveStatus } from './live-search.ts';
import classes from './saved-views.module.css';

const savedViews = z.array(z.object({ name: z.string(), q: z.string(), status: liveStatus.optional() }));
export type SavedView = z.infer<typeof savedViews>[number];

/** Named filters of this project, kept in this browser. */
export function SavedViews({
  current,
  onOpen,
}: {
  current: Omit<SavedView, 'name'>;
  onOpen: (view: SavedView) => void;
}) {
  const [views, setViews] = useSavedViews();
  const [name, setName] = useState('');
  const [opened, setOpened] = useState(false);
  const save = () => {
    if (name.trim() === '') return;
    setViews([...views.filter((view) => view.name !== name.trim()), { name: name.trim(), ...current }]);
    setName('');
    setOpened(false);
  };
  const isPlain = current.q === '' && current.status === undefined;
  return (
    <Menu width={280} opened={opened} onChange={setOpened} position="bottom-end" trapFocus>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon of={IconBookmark} />}>
          Views
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{views.length === 0 ? 'No saved views yet' : 'Saved views'}</Menu.Label>
        {views.map((view) => (
          <div key={view.name} className={classes.view}>
            <Menu.Item onClick={() => onOpen(view)}>
              <span className={classes.name}>{view.name}</span>
              <span className={classes.filter}>{viewText(view)}</span>
            </Menu.Item>
            <Menu.Item
              className={classes.remove}
              aria-label={`Delete view ${view.name}`}
              closeMenuOnClick={false}
              onClick={() => setViews(views.filter((other) => other !== view))}
            >
              <Icon of={IconTrash} />
            </Menu.Item>
          </div>
        ))}
        <Menu.Divider />
        <form
          className={classes.save}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextInput
            size="xs"
            aria-label="Name of the view"
            placeholder={isPlain ? 'Set a filter first' : 'Name this view'}
            disabled={isPlain}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => event.stopPropagation()}
          />
          <Button type="submit" size="xs" disabled={isPlain || name.trim() === ''}>
            Save
          </Button>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}

function useSavedViews(): [SavedView[], (views: SavedView[]) => void] {
  const project = useProject();
  const [stored, store] = useLocalStorage<unknown>({
    key: `benchtop-live-views-${project.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return [savedViews.catch([]).parse(stored), store];
}

function viewText({ q, status }: SavedView): string {
  return [status === undefined ? '' : `status:${status}`, q].filter(Boolean).join(' ');
}
