/** The numbers of a simulation where nothing else is said, in the window and on the command line. `effect`: percent. */
export const defaultScenario = { users: 2000, days: 14, seed: 7, effect: 10 };
