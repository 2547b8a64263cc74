/** Creates a generator of UUIDs that are numbered from 1, for a clock. */
export function numberedUuids(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `00000000-0000-7000-8000-${String(last).padStart(12, '0')}`;
  };
}
