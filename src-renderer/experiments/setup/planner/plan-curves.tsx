import { useState } from 'react';
import type { Plan } from '#server/experiments/planning/plan-contract.ts';
import { formatCount } from '../../../ui/format.ts';
import { Segments } from '../../../ui/segments.tsx';
import looks from '../../../ui/text.module.css';
import classes from './planner.module.css';
import { PowerCurve } from './power-curve.tsx';
import { words } from './words.ts';

const percent = (value: number) => `${Number(value.toPrecision(3))}%`;

const { power, days } = words.curves;
const curves = { power: power.tab, days: days.tab };

/** Draws the power by true change, or the smallest detectable change by days. */
export function PlanCurves({ plan, effect }: { plan: Plan; effect: number }) {
  const [shown, setShown] = useState<keyof typeof curves>('power');
  const hasDays = plan.effect_curve.length > 1;
  const isPower = shown === 'power' || !hasDays;
  return (
    <div className={classes.curves}>
      <div className={classes.curveHead}>
        {hasDays && <Segments label={words.curve} names={curves} value={shown} onChange={setShown} />}
        <span className={looks.muted}>{isPower ? power.hint : days.hint}</span>
      </div>
      {isPower ? (
        <PowerCurve
          label={power.label}
          points={plan.power_curve.map((point) => ({ x: point.effect, y: point.power * 100 }))}
          x={{ name: power.x, words: percent }}
          y={{ name: power.y, words: percent }}
          top={100}
          goal={{ x: effect, y: 80 }}
        />
      ) : (
        <PowerCurve
          label={days.label}
          points={plan.effect_curve.map((point) => ({ x: point.days, y: point.effect }))}
          x={{ name: days.x, words: formatCount }}
          y={{ name: days.y, words: percent }}
          goal={plan.days === null ? null : { x: Math.ceil(plan.days), y: effect }}
        />
      )}
    </div>
  );
}
