import { formatCount } from '../../ui/format.ts';

export const words = {
  label: 'Pinned events',
  head: (count: number) => `Pinned (${formatCount(count)})`,
  showOnly: 'Show only these',
  unpin: 'Unpin',
  unpinned: (title: string) => `“${title}” is unpinned`,
  unpinTitle: (title: string) => `Unpin “${title}”?`,
  notRestored: 'The event was deleted, so its pin and note cannot be restored.',
  gone: 'Deleted',
  goneHint: 'The event was deleted. Its name, time and note are kept here.',
  note: 'Note',
  addNote: 'Add note',
  editNote: 'Edit note',
  saveNote: 'Save note',
  noteHint: 'Enter saves, Esc cancels',
  queries: { pins: 'the pinned events' },
  failed: { pin: 'pin the event', unpin: 'unpin the event', note: 'save the note' },
};
