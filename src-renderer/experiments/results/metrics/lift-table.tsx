import type { ReactNode } from 'react';
import { Terms } from '../../../metrics/terms.tsx';
import { IntervalAxis } from '../../../ui/charts/interval-chart.tsx';
import type { Scale } from '../../../ui/charts/scale.ts';
import { ScrollBox } from '../../../ui/scroll-box.tsx';
import classes from './lift-table.module.css';
import rows from './results-metrics.module.css';
import { liftTick } from './results-numbers.ts';
import { resultTableWords } from './words.ts';

type Props = {
  label: string;
  /** Of the columns before the numbers. */
  heads: readonly { text: string; width: string }[];
  scale: Scale;
  children: ReactNode;
};

/** Shows a table whose rows end with `ValueCells` and `LiftCells`, under one axis. */
export function LiftTable({ label, heads, scale, children }: Props) {
  const { columns, axes } = resultTableWords;
  return (
    <ScrollBox className={classes.scroll}>
      <table className={rows.table} aria-label={label}>
        <colgroup>
          {heads.map(({ text, width }) => (
            <col key={text} width={width} />
          ))}
          <col width="92" />
          <col width="104" />
          <col width="118" />
          <col />
          <col width="84" />
        </colgroup>
        <thead>
          <tr>
            {heads.map(({ text }) => (
              <th key={text} scope="col" className={classes.head}>
                {text}
              </th>
            ))}
            {[columns.people, columns.value, columns.lift].map((column) => (
              <th key={column} scope="col" data-align="end">
                <Terms>{column}</Terms>
              </th>
            ))}
            <th scope="col" className={rows.axisCell}>
              <span className={rows.axisTitle}>
                <Terms>{axes.lift}</Terms>
              </span>
              <IntervalAxis scale={scale} format={liftTick} />
            </th>
            <th scope="col" data-align="end">
              <Terms>{columns.p}</Terms>
            </th>
          </tr>
        </thead>
        {children}
      </table>
    </ScrollBox>
  );
}
