/** Whether `npm run torture` runs the tests: properties are then checked by many more cases than in `npm test`. */
export const isLongRun = process.env.BENCHTOP_LONG_RUN !== undefined;
