import { Switch, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCopy, IconCopyPlus, IconExternalLink, IconPower } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useContext } from 'react';
import { formatDateTime } from '#server/core/text/dates-contract.ts';
import { type Flag, variantsOf } from '#server/flags/contract.ts';
import type { StaleKind } from '#server/flags/list-contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useGroupTypes } from '../../persons/group-types.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import layout from '../../ui/layout.module.css';
import listPage from '../../ui/page/list-page.module.css';
import { MoreMenu } from '../../ui/page/more-menu.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { ownerColumn, tagsColumn } from '../../ui/table/label-columns.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { RestoreButton } from '../../ui/table/restore-button.tsx';
import { actionsColumn } from '../../ui/table/row-button.tsx';
import { timeColumn } from '../../ui/table/time-column.tsx';
import looks from '../../ui/text.module.css';
import { rolloutWords } from '../conditions/rollout-words.ts';
import { variantColor } from '../variants/variant-color.ts';
import { splitWords } from '../variants/variant-weights.ts';
import { flagWords } from '../words.ts';
import { useFlagActions } from './flag-actions.tsx';
import classes from './flag-list.module.css';
import { FlagUsesContext } from './flag-uses.ts';
import { words } from './words.tsx';

export function useFlagColumns(isStale: boolean): Column<Flag>[] {
  const about = useAboutColumns();
  return [
    ...about.slice(0, 2),
    { header: words.columns.status, width: '170px', sort: 'active', cell: (flag) => <FlagStatus flag={flag} /> },
    ...about.slice(2),
    ...(isStale ? [staleColumn] : []),
    ...labelColumns,
    {
      header: flagWords.lastServed,
      width: '92px',
      align: 'end',
      sort: 'last_served_at',
      priority: 2,
      cell: (flag) =>
        flag.last_served_at === null ? (
          <span className={looks.muted} title={words.notServed}>
            {flagWords.none} <VisuallyHidden>{words.notServed}</VisuallyHidden>
          </span>
        ) : (
          <RelativeTime date={flag.last_served_at} />
        ),
    },
    { ...timeColumn<Flag>(words.columns.updated, (flag) => flag.updated_at, '84px'), sort: 'updated_at', priority: 3 },
    actionsColumn('64px', (flag) => <FlagMenu flag={flag} />),
  ];
}

const labelColumns: Column<Flag>[] = [
  tagsColumn({ to: '/feature-flags', label: words.tagged, width: '10%', priority: 4 }),
  ownerColumn(),
];

const staleColumn: Column<Flag> = {
  header: words.columns.stale,
  width: '124px',
  cell: (flag) =>
    flag.stale.map(({ kind, since }) => (
      <span key={kind} title={staleTitle(flag, kind, since)} className={classes.stale}>
        {words.stale.says[kind]}
      </span>
    )),
};

/** Explains why a flag is stale. */
function staleTitle({ last_requested_at: requested }: Flag, kind: StaleKind, since: string): string {
  const time = formatDateTime(since);
  if (kind !== 'not_requested') return words.stale.since(time);
  return requested === null ? words.stale.noRequest(time) : words.stale.lastRequest(time);
}

export function useDeletedFlagColumns(): Column<Flag>[] {
  const { setDeleted } = useFlagActions();
  return [
    ...useAboutColumns(),
    timeColumn(words.columns.deleted, (flag) => flag.updated_at, '96px'),
    actionsColumn('88px', (flag) => <RestoreButton name={flag.key} onRestore={() => void setDeleted(flag, false)} />),
  ];
}

/** Columns of both tables, of current and of deleted flags. */
function useAboutColumns(): Column<Flag>[] {
  const groupTypes = useGroupTypes(null);
  /** Returns the group type of a flag: null for persons, by its index when the type has no known groups. */
  const groupTypeOf = ({ filters: { aggregation_group_type_index: index } }: Flag) =>
    index === null ? null : (groupTypes.find((type) => type.index === index)?.name ?? flagWords.groupType(index));
  return [
    { header: flagWords.key, sort: 'key', cell: (flag) => <FlagLink flag={flag} /> },
    {
      header: words.columns.name,
      sort: 'name',
      cell: (flag) => <FlagName flag={flag} />,
    },
    {
      header: words.columns.type,
      width: '112px',
      priority: 3,
      cell: (flag) => <FlagType flag={flag} groupType={groupTypeOf(flag)} />,
    },
    {
      header: flagWords.rollout,
      width: '15%',
      cell: (flag) => {
        const { serves } = flag;
        const rollout =
          typeof serves === 'string' ? flagWords.serves(serves) : rolloutWords(flag.filters, groupTypeOf(flag));
        return <span title={rollout}>{rollout}</span>;
      },
    },
  ];
}

function FlagLink({ flag: { id, key } }: { flag: Flag }) {
  return (
    <Link to="/feature-flags/$flagId" params={{ flagId: id }} className={`mono ${listPage.name}`} title={key}>
      {key}
    </Link>
  );
}

function FlagName({ flag }: { flag: Flag }) {
  const { nameOf } = useContext(FlagUsesContext);
  const { name } = flag;
  const own = name === '' ? <span className={looks.muted}>{flagWords.none}</span> : <span title={name}>{name}</span>;
  return nameOf(flag) ?? own;
}

function FlagStatus({ flag }: { flag: Flag }) {
  const { setActive } = useFlagActions();
  return (
    <span className={layout.line}>
      <Switch
        aria-label={words.switch(flag.key)}
        {...useGuard('edit_definitions')}
        checked={flag.active}
        onChange={(event) => setActive(flag, event.currentTarget.checked)}
      />
      <StatusChip tone={flag.active ? 'ok' : 'neutral'} quiet>
        {flag.active ? flagWords.status.on : flagWords.status.off}
      </StatusChip>
      {flag.overrides > 0 && <StatusChip tone="warning">{words.overrides(flag.overrides)}</StatusChip>}
    </span>
  );
}

function FlagType({ flag, groupType }: { flag: Flag; groupType: string | null }) {
  const variants = variantsOf(flag.filters);
  return (
    <span className={classes.type} title={splitWords(variants)}>
      {words.type(variants.length, groupType)}
      {variants.length > 0 && (
        <span className={classes.split} aria-hidden="true">
          {variants.map((variant, index) => (
            <i key={variant.key} style={{ width: `${variant.rollout_percentage}%`, background: variantColor(index) }} />
          ))}
        </span>
      )}
    </span>
  );
}

function FlagMenu({ flag }: { flag: Flag }) {
  const navigate = useNavigate();
  const clipboard = useClipboard();
  const { setActive, setDeleted, duplicate } = useFlagActions();
  const open = () => void navigate({ to: '/feature-flags/$flagId', params: { flagId: flag.id } });
  return (
    <MoreMenu
      of={flag.key}
      actions={[
        { label: words.menu.open, icon: IconExternalLink, isReadOnly: true, run: open },
        { label: words.menu.copyKey, icon: IconCopy, isReadOnly: true, run: () => clipboard.copy(flag.key) },
        {
          label: flag.active ? flagWords.turnOff : flagWords.turnOn,
          icon: IconPower,
          run: () => setActive(flag, !flag.active),
        },
        { label: words.duplicate, icon: IconCopyPlus, run: () => void duplicate(flag) },
      ]}
      deletion={{ label: words.menu.delete, run: () => void setDeleted(flag, true) }}
    />
  );
}
