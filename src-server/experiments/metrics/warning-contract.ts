import { z } from 'zod';
import { codes } from '../../core/contract.ts';

export const metricWarning = z.object({
  /** Reasons why a metric counts nothing or too little, or why a part of it is unused. */
  code: codes({
    unreadable: 'The metric cannot be read.',
    unknown_saved_metric: 'The saved metric does not exist.',
    unused_window: 'The metric has a window that its kind does not use.',
    unseen_event: 'No event of that name was ever captured.',
    unseen_property: 'The newest events do not have the property that is summed or that a condition needs.',
    no_number: 'The value of some counted events is not a number.',
    invalid_condition: 'A condition is invalid.',
    unknown_action: 'The action does not exist.',
    deleted_action: 'The action is deleted.',
    action_matching: 'The action is still being matched, so the numbers will rise.',
  }),
  subject: z
    .string()
    .describe('The name of the event, property or action, or the id of the missing one; may be empty.'),
  detail: z.string().describe('A sentence in English.'),
});
export type MetricWarning = z.infer<typeof metricWarning>;
export type MetricWarningCode = MetricWarning['code'];

/** Whether the named part counts nothing, whatever apps send. */
const breaks = {
  unreadable: true,
  unknown_saved_metric: true,
  unused_window: false,
  unseen_event: false,
  unseen_property: false,
  no_number: false,
  invalid_condition: true,
  unknown_action: true,
  deleted_action: true,
  action_matching: false,
} satisfies Record<MetricWarningCode, boolean>;

export const breaksMetric = ({ code }: Pick<MetricWarning, 'code'>): boolean => breaks[code];
