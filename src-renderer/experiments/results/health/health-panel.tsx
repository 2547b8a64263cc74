import { IconChevronDown, IconFlask } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { sumOf } from '#server/core/sum-contract.ts';
import type { Experiment } from '#server/experiments/contract.ts';
import type { MetricResult, SampleRatio } from '#server/experiments/results/results-contract.ts';
import { expectedText } from '#server/experiments/results/words/people-contract.ts';
import { pWords } from '#server/experiments/results/words/result-text-contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { formatCount, formatPercent } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { RelativeTime } from '../../../ui/table/relative-time.tsx';
import looks from '../../../ui/text.module.css';
import { words } from '../words.ts';
import { changeKindWords } from './change-kind-words.ts';
import classes from './health.module.css';
import type { HealthCheck } from './health-check.ts';
import { healthChecks } from './health-words.ts';

const { health: text } = words;

type Props = { experiment: Experiment; result: MetricResult };

/** Shows each check as a chip that opens to its cause and next step. */
export function HealthPanel({ experiment, result }: Props) {
  const id = useId();
  const [open, setOpen] = useState<HealthCheck['id'] | null>(null);
  const checks = healthChecks(experiment, result);
  const shown = checks.find((check) => check.id === open);
  if (checks.length === 0) return null;
  return (
    <section aria-label={text.label}>
      <ul className={classes.chips}>
        {checks.map(({ id: check, tone, word }) => (
          <li key={check}>
            <button
              type="button"
              className={classes.chip}
              aria-expanded={check === open}
              aria-controls={check === open ? id : undefined}
              onClick={() => setOpen(check === open ? null : check)}
            >
              <StatusChip tone={tone} quiet {...(check === 'rehearsal' && { icon: IconFlask })}>
                {word}
              </StatusChip>
              <Icon of={IconChevronDown} size={12} />
            </button>
          </li>
        ))}
      </ul>
      <div id={id}>{shown !== undefined && <Detail check={shown} result={result} />}</div>
    </section>
  );
}

function Detail({ check, result }: Pick<Props, 'result'> & { check: HealthCheck }) {
  const ratio = result.health?.sample_ratio ?? null;
  return (
    <div className={classes.detail} data-tone={check.tone}>
      <p>
        <Terms>{check.cause}</Terms>
      </p>
      {check.id === 'ratio' && ratio !== null && <RatioTable ratio={ratio} result={result} />}
      {check.id === 'changes' && <Changes result={result} />}
      <p className={classes.next}>
        <b>{text.next}</b> <Terms>{check.next}</Terms>
      </p>
    </div>
  );
}

type RatioRow = { key: string; weight: number; seen: number; expected: number };

function RatioTable({ ratio, result }: Pick<Props, 'result'> & { ratio: SampleRatio }) {
  const whole = sumOf(Object.values(ratio.expected));
  // The weights of the run, which the flag may not have since its end.
  const rows = Object.entries(ratio.expected).map(([key, expected]) => ({
    key,
    weight: expected / whole,
    seen: result.exposure?.by_variant[key] ?? 0,
    expected,
  }));
  const columns: Column<RatioRow>[] = [
    { header: text.variant, cell: ({ key }) => <span className="mono">{key}</span> },
    { header: text.weight, align: 'end', width: '80px', cell: ({ weight }) => formatPercent(weight, 2) },
    { header: text.observed, align: 'end', width: '96px', cell: ({ seen }) => formatCount(seen) },
    {
      header: text.expected,
      align: 'end',
      width: '96px',
      cell: ({ expected }) => expectedText(expected),
    },
    { header: text.deviation, align: 'end', width: '96px', cell: deviation },
  ];
  return (
    <>
      <div className={classes.table}>
        <DataTable label={text.ratioTable} columns={columns} rows={rows} rowKey={({ key }) => key} />
      </div>
      <p className={looks.muted}>
        <Terms>{text.splitTests[ratio.method](pWords(ratio.p_value), ratio)}</Terms>
      </p>
    </>
  );
}

function deviation({ seen, expected }: RatioRow): string {
  if (expected === 0) return '–';
  const share = ((seen - expected) / expected) * 100;
  const size = Math.abs(share).toFixed(1);
  return size === '0.0' ? '0.0%' : `${share > 0 ? '+' : '−'}${size}%`;
}

function Changes({ result }: { result: MetricResult }) {
  const changes = result.health?.changes ?? [];
  if (changes.length === 0) return null;
  return (
    <ul className={classes.changes} aria-label={text.changes}>
      {changes.map(({ kind, at }) => (
        <li key={`${at} ${kind}`}>
          {changeKindWords[kind]}, <RelativeTime date={at} className={looks.muted} />
        </li>
      ))}
    </ul>
  );
}
