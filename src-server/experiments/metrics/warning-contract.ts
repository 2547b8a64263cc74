import { z } from 'zod';

/**
 * Why a metric counts nothing, less than it says, or what it says is not used. `unseen_event`: no event of that name was ever captured.
 * `unseen_property`: the newest events of that name do not have the property that is summed or that a condition needs.
 * `no_number`: events that count have another value than a number. `action_matching`: its numbers will rise.
 */
export const metricWarningCode = z.enum([
  'unreadable',
  'unknown_saved_metric',
  'unused_window',
  'unseen_event',
  'unseen_property',
  'no_number',
  'invalid_condition',
  'unknown_action',
  'deleted_action',
  'action_matching',
]);
export type MetricWarningCode = z.infer<typeof metricWarningCode>;

export const metricWarning = z.object({
  code: metricWarningCode,
  subject: z
    .string()
    .describe(
      'The name of the event, property or action that it is about, or the id of what is missing; may be empty.',
    ),
  detail: z.string().describe('A sentence in English.'),
});
export type MetricWarning = z.infer<typeof metricWarning>;
