import { IconClock } from '@tabler/icons-react';
import type { ExpectationStatus as Status } from '#server/expectations/contract.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { expectationStatusTones, expectationStatusWords } from '../words.ts';

type Props = { status: Status; quiet?: boolean; children?: string };

/** Shows the status of one or several expectations, as a color, an icon and words. */
export const ExpectationStatus = ({ status, quiet = false, children = expectationStatusWords[status] }: Props) => (
  <StatusChip tone={expectationStatusTones[status]} quiet={quiet} {...(status === 'pending' && { icon: IconClock })}>
    {children}
  </StatusChip>
);
