import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { newPropertyRow, type PropertyRow } from '../../../actions/editor/action-form.ts';
import { Icon } from '../../../ui/icon.tsx';
import { words } from './words.ts';

type Props = { owners: readonly PropertyRow['of'][]; isLocked: boolean; onAdd: (row: PropertyRow) => void };

/** Shows a button for a new filter on properties of each owner. */
export const AddFilterButtons = ({ owners, isLocked, onAdd }: Props) =>
  owners.map((of) => (
    <Button
      key={of}
      variant="default"
      leftSection={<Icon of={IconPlus} />}
      disabled={isLocked}
      onClick={() => onAdd(newPropertyRow(of))}
    >
      {words.filter.add[of]}
    </Button>
  ));
