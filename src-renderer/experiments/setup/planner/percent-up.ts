/** Writes percent with three digits, rounded up: a smaller change than the one written would not be detected. */
export function percentUp(percent: number): string {
  const unit = 10 ** (Math.floor(Math.log10(percent)) - 2);
  // Without the noise of the last digits, which alone must not round up.
  return `${Number((Math.ceil(Number((percent / unit).toPrecision(9))) * unit).toPrecision(3))}%`;
}
