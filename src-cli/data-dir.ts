import { Option } from '@commander-js/extra-typings';
import { defaultDataDir } from '#server/defaults.ts';

/** The environment variable with that folder. */
export const dataDirEnv = 'BENCHTOP_DATA_DIR';

/** Creates the option for the data folder of the server on this machine. */
export const dataDirOption = () =>
  new Option('--data-dir <folder>', 'the data folder').env(dataDirEnv).default(defaultDataDir(process.env));
