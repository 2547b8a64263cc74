import { controlKey, type Experiment } from '../../contract.ts';
import type { CountedPeople, NextStep, Verdict } from './verdict-contract.ts';

/** Why more people would bring no verdict. */
export const obstacles = {
  no_control: 'Control has no weight',
  no_test_variant: 'Only control has weight',
  nothing_to_compare: 'No value to compare',
} satisfies Partial<Record<CountedPeople['state'], string>>;
type Obstacle = keyof typeof obstacles;

export const isObstacle = (state: CountedPeople['state']): state is Obstacle => state in obstacles;

/** Returns why more people would bring no verdict to what collects; null where they may. */
export function obstacleOf({ kind, people }: Pick<Verdict, 'kind' | 'people'>): string | null {
  return kind === 'collecting' && people !== null && isObstacle(people.state) ? obstacles[people.state] : null;
}

/** Returns the only step that helps against an obstacle: a variant that the flag does not have gets no weight. */
export function stepAgainst(obstacle: Obstacle, { variants }: Pick<Experiment, 'variants'>): NextStep {
  const hasControl = variants.some(({ key }) => key === controlKey);
  const hasTest = variants.some(({ key }) => key !== controlKey);
  const steps = {
    no_control: hasControl
      ? { code: 'give_weight', variant: controlKey }
      : { code: 'add_variant', variant: controlKey },
    no_test_variant: hasTest ? { code: 'give_weight', variant: null } : { code: 'add_variant', variant: null },
    nothing_to_compare: { code: 'check_denominator' },
  } satisfies Record<Obstacle, NextStep>;
  return steps[obstacle];
}
