import type { ReactNode } from 'react';
import { countWords } from '#server/core/text/numbers-contract.ts';
import { actionWords } from '../words.ts';

const actionCount = (count: number) => countWords(count, 'action');

export const actionListWords = {
  description: 'Named things that people do in your apps. Each counts all matching events, stored and new.',
  download: 'Download these actions as CSV',
  filters: {
    search: 'Search names and descriptions',
    deletion: { label: 'Deletion filter', any: 'Not deleted', options: { deleted: actionWords.deleted } },
  },
  deletedTable: 'Deleted actions',
  count: ['action', 'actions'] as [string, string],
  columns: {
    name: 'Name',
    status: 'Status',
    calculated: 'Calculated',
    createdBy: 'Created by',
    created: 'Created',
  },
  postsToChat: 'Posts to chat',
  tagged: (tag: string) => `Actions tagged ${tag}`,
  bulk: {
    delete: 'Delete',
    restore: 'Restore',
    deleted: (count: number) => `${actionCount(count)} deleted`,
    restored: (count: number) => `${actionCount(count)} restored`,
    tagged: (count: number) => `Tags of ${actionCount(count)} changed`,
  },
  menu: {
    edit: 'Edit',
    count: 'Count',
    duplicate: 'Duplicate',
    delete: 'Delete',
  },
  states: {
    deleted: actionWords.deleted,
    calculating: (progress: string | null) => (progress === null ? 'Calculating' : `Calculating ${progress}`),
    noSteps: 'No steps',
    upToDate: 'Up to date',
  },
  sparkline: {
    none: (days: number) => `No match in the last ${days} days`,
    sum: (count: string, days: number, day: string, most: string) =>
      `${count} in the last ${days} days, most on ${day}: ${most}`,
  },
  done: {
    deleted: (name: string) => `“${name}” is deleted. Metrics count nothing of it`,
    restored: (name: string) => `“${name}” is restored`,
    duplicated: (name: string) => `“${name}” is a copy. It posts nothing to chat.`,
  },
  failed: {
    delete: (name: string) => `delete “${name}”`,
    restore: (name: string) => `restore “${name}”`,
    duplicate: (name: string) => `duplicate “${name}”`,
  },
  showAll: 'Show all actions',
  noMatch: {
    title: 'No matching action',
    text: (isDeleted: boolean, conditions: string[]) =>
      `No ${isDeleted ? 'deleted action' : 'action'} ${conditions.join(' and ')}.`,
    contains: (search: string) => `contains “${search}” in its name or description`,
    isTagged: (tags: string[]) => `is tagged ${tags.map((tag) => `“${tag}”`).join(' or ')}`,
    isOwned: 'has this owner',
  },
  noDeleted: {
    title: 'No deleted actions',
    text: 'Deleted actions are kept here with their definition. You can restore them.',
  },
  first: {
    title: 'No actions yet',
    create: 'Create your first action',
    about: [
      'An action names something people do: a click on “Buy”, a visit to the pricing page, a purchase over 100. It counts all matching events, stored ones too, and lists who did it.',
    ],
    start: (live: (text: string) => ReactNode) => (
      <>To start from an event, select it in {live('Live')} and choose “Create action”.</>
    ),
  },
};
