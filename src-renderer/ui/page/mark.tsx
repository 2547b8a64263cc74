/** Draws Benchtop's mark: a signal above the edge of a bench. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="5" fill="#0b5f76" />
      <path
        d="M4 12.5h3.2l2-6 3.2 9.5 2-5 1.1 1.5H20"
        fill="none"
        stroke="#fff"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M4 19h16" stroke="#7fd4ea" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}
