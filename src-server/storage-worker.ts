import { parentPort, workerData } from 'node:worker_threads';
import { runStorageTask } from './database/storage/storage-task.ts';

parentPort?.postMessage(await runStorageTask(workerData));
