/** Formats with the year, because it is also copied and saved: "24 Nov 2026, 10:00 UTC". */
export function formatDateTime(iso: string): string {
  const text = new Date(iso).toLocaleString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return `${text} UTC`;
}
