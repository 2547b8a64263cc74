import type { ComponentProps } from 'react';
import looks from '../text.module.css';
import { type NamedUser, userName } from '../user-name.ts';
import { uiWords } from '../words.ts';
import type { Column } from './data-table.tsx';
import { TagList } from './tag-list.tsx';

type Tags = Pick<ComponentProps<typeof TagList>, 'to' | 'label'> & Pick<Column<never>, 'width' | 'priority'>;

export const tagsColumn = <Row extends { tags: string[] }>({ to, label, ...column }: Tags): Column<Row> => ({
  header: uiWords.tags,
  ...column,
  cell: ({ tags }) => <TagList tags={tags} most={2} to={to} label={label} />,
});

type Owned = { owner: NamedUser | null };

export const ownerColumn = <Row extends Owned>(width = '84px'): Column<Row> => ({
  header: uiWords.owner,
  width,
  sort: 'owner',
  priority: 4,
  cell: ({ owner }) =>
    owner === null ? <span className={looks.muted}>–</span> : <span title={owner.email}>{userName(owner)}</span>,
});
