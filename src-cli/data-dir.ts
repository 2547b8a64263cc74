import { Option } from '@commander-js/extra-typings';
import { defaultDataDir } from '#server/data-dir.ts';

/** The folder of the server on this machine. */
export const dataDirOption = () =>
  new Option('--data-dir <folder>', 'where everything is kept')
    .env('BENCHTOP_DATA_DIR')
    .default(defaultDataDir(process.env));
