import { formatPercent } from '../format.ts';
import classes from './split-bar.module.css';

export type SplitPart = { id: string; label: string; percent: number; color: string };

/** Draws the division of 100%, in order. Less than 100% leaves a gap; more shrinks all parts. */
export function SplitBar({ label, parts }: { label: string; parts: SplitPart[] }) {
  const sum = parts.reduce((total, { percent }) => total + percent, 0);
  const whole = Math.max(100, sum);
  const words = parts.map((part) => `${part.label} ${percentWords(part.percent)}`).join(', ');
  return (
    <div className={classes.bar} role="img" aria-label={`${label}: ${words}`}>
      {parts.map((part) => (
        <span
          key={part.id}
          className={classes.part}
          style={{ width: `${(part.percent / whole) * 100}%`, background: part.color }}
          title={`${part.label}: ${percentWords(part.percent)}`}
        >
          <span className={classes.label}>
            {part.label} <span className={classes.percent}>{percentWords(part.percent)}</span>
          </span>
        </span>
      ))}
    </div>
  );
}

const percentWords = (percent: number) => formatPercent(percent / 100, 2);
