import { z } from 'zod';
import { dateTime } from '../../core/contract.ts';
import { decidedKind } from '../results/verdict/verdict-contract.ts';

export type DecidedKind = z.infer<typeof decidedKind>;

/** A running experiment whose primary metric has a verdict now; a later one may differ. `start_date`: of its run. */
export const decidedExperiments = z
  .object({
    results: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        start_date: dateTime,
        kind: decidedKind,
        variant: z.string().nullable(),
        explanation: z.string(),
      }),
    ),
  })
  .meta({ id: 'DecidedExperiments' });
export type DecidedExperiment = z.infer<typeof decidedExperiments>['results'][number];
