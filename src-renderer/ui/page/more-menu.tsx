import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDotsVertical, IconTrash, type TablerIcon } from '@tabler/icons-react';
import type { Permission } from '#server/core/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { Icon } from '../icon.tsx';
import { uiWords } from '../words.ts';

export type MenuAction = {
  label: string;
  icon: TablerIcon;
  /** Whether it works in a read-only session. */
  isReadOnly?: boolean;
  run: () => void;
};
type Props = {
  /** The name of its row; without it, the menu is that of the page. */
  of?: string;
  /** What its actions need. */
  access?: Permission;
  actions: MenuAction[];
  deletion: Pick<MenuAction, 'label' | 'run'>;
};

/** Shows the menu of a table's row or of a page's header; deleting comes last and apart. */
export function MoreMenu({ of, access = 'edit_definitions', actions, deletion }: Props) {
  const guard = useGuard(access);
  return (
    <Menu position="bottom-end" width={184}>
      <Menu.Target>
        {of === undefined ? (
          <ActionIcon size={30} variant="default" aria-label={uiWords.moreActions}>
            <Icon of={IconDots} size={16} />
          </ActionIcon>
        ) : (
          <ActionIcon size="sm" aria-label={uiWords.moreActionsFor(of)}>
            <Icon of={IconDotsVertical} />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon, isReadOnly = false, run }) => (
          <Menu.Item key={label} {...(isReadOnly ? {} : guard)} leftSection={<Icon of={icon} />} onClick={run}>
            {label}
          </Menu.Item>
        ))}
        {actions.length > 0 && <Menu.Divider />}
        <Menu.Item {...guard} c="var(--danger)" leftSection={<Icon of={IconTrash} />} onClick={deletion.run}>
          {deletion.label}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
