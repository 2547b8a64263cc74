/** True in `npm run torture`: property tests then run many more cases than in `npm test`. */
export const isLongRun = process.env.BENCHTOP_LONG_RUN !== undefined;
