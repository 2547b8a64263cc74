import { Option } from '@commander-js/extra-typings';

/** The environment variable that names a test run. */
export const testRunEnv = 'BENCHTOP_TEST_RUN';

/** Creates the option for the test run to look at. */
export const testRunOption = (what: string) => new Option('--test-run <name>', what).env(testRunEnv);
