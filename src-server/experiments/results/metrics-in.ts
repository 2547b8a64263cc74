import { type Experiment, type SecondaryMetric, secondaryMetric } from '../contract.ts';

type Named = { name: string; filters: SecondaryMetric['filters'] };

/**
 * Returns the secondary metrics, with a name each. Accepts an array, a single metric, or an object by name or under `metrics`.
 * Skips anything else.
 */
export function metricsIn({ secondary_metrics: given }: Pick<Experiment, 'secondary_metrics'>): Named[] {
  const nameOf = (name: unknown, index: number) =>
    typeof name === 'string' && name !== '' ? name : `Metric ${index + 1}`;
  const listed = Array.isArray(given)
    ? given
    : Array.isArray(given.metrics)
      ? given.metrics
      : 'filters' in given
        ? [given]
        : null;
  const entries: [unknown, unknown][] =
    listed === null ? Object.entries(given) : listed.map((metric) => [undefined, metric]);
  return entries.flatMap(([key, metric], index) => {
    const parsed = secondaryMetric.safeParse(metric);
    return parsed.success ? [{ name: nameOf(parsed.data.name ?? key, index), filters: parsed.data.filters }] : [];
  });
}
