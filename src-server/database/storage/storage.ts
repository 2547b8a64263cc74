import type Database from 'better-sqlite3';
import { migrations } from '../migrations/migrations.ts';
import { openWriter, seal } from '../open.ts';
import type { Damage } from '../page-check.ts';
import type { StorageLog } from '../storage-log.ts';
import type { CopyReason, ReportedFinding, Restored, StorageCopy, StorageFinding, StorageReport } from './contract.ts';
import { copyBeforeUpgrade, listCopies, requireRoomForCopy } from './copy.ts';
import { actionsFor, createFinding, findingLine, restoredLine } from './finding.ts';
import type { DataFolder } from './folder.ts';
import { checkAtStart } from './health-check.ts';
import { Maintenance } from './maintenance.ts';
import { countEvents, MarkerFile, readFacts } from './marker.ts';
import { prepareRescue } from './rescue.ts';
import { restoreCopy } from './restore.ts';
import { problemOf } from './start-error.ts';
import { StorageTasks } from './storage-task.ts';
import { FileWatch, type Header, type Loss, lossSentences } from './watch.ts';

/** Interval of the check of the files and the write of the marker. */
const tickMs = 1000;
/** Interval of the test whether a read-only folder can be written again. */
const retryMs = 5000;

type Options = {
  folder: DataFolder;
  taskFile: URL;
  /** Throws StartError for a copy, from this file, that this start cannot serve. */
  requireUsable(copy: Database.Database, file: string): void;
  now(): number;
  log: StorageLog;
  /** Called with lines for people about what was done. */
  say(line: string): void;
};
type Open = { database: Database.Database; watch: FileWatch };

/**
 * Closes everything that has the database open, does the work, and opens it again. New requests wait, and requests in progress
 * finish first, except `ownRequests`, which wait for this.
 */
export type Reopen = (work: () => Promise<void> | void, ownRequests?: number) => Promise<void>;

/**
 * Maintains the database of a data folder: checks it before it is opened, writes a marker of its contents, detects when its
 * files disappear, makes copies and restores them. Outlives the connections, which are reopened after each repair.
 */
export class Storage {
  readonly folder: DataFolder;
  readonly #options: Options;
  readonly #tasks: StorageTasks;
  readonly #marker: MarkerFile;
  readonly #maintenance: Maintenance;
  #reopen: Reopen = () => Promise.reject(new Error('the server has not started yet'));
  #open: Open | undefined;
  #finding: StorageFinding | null = null;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> = Promise.resolve();
  #retryAt = 0;
  #isClosed = false;

  constructor(options: Options) {
    this.folder = options.folder;
    this.#options = options;
    this.#tasks = new StorageTasks(options.taskFile);
    this.#marker = new MarkerFile(options.folder.dataDir, options.now);
    this.#maintenance = new Maintenance({
      ...options,
      dataDir: options.folder.dataDir,
      copyDaily: () => this.copy('daily'),
      checkPages: () => this.#tasks.check(options.folder.dataDir),
      damaged: (damage) => {
        this.#reportDamage(damage);
        this.#finding ??= createFinding('damaged', options.now(), { damage });
      },
    });
  }

  get finding(): ReportedFinding | null {
    if (this.#finding === null) return null;
    const copies = this.folder.readOnly === null ? listCopies(this.folder.dataDir) : [];
    return { ...this.#finding, actions: actionsFor(this.#finding, copies) };
  }

  /** The header of the open database; undefined while it is not watched. */
  get header(): Header | undefined {
    return this.#open?.watch.header;
  }

  /** Returns the state of the stored data. Reads the folder of copies. */
  report(): StorageReport {
    const { readOnly } = this.folder;
    return {
      finding: this.finding,
      copies: listCopies(this.folder.dataDir),
      check: this.#maintenance.check,
      warnings: [...this.folder.warnings, ...this.#maintenance.warnings],
      read_only: readOnly === null ? null : { problem: readOnly.problem, detail: readOnly.message },
    };
  }

  /** Returns lines for the terminal before the address. */
  lines(): string[] {
    const { finding, read_only: readOnly, copies } = this.report();
    const reading =
      readOnly === null ? [] : [`Warning: Benchtop only reads; nothing can be stored. ${readOnly.detail}`];
    return finding === null ? reading : [...reading, findingLine(finding, copies, this.folder.dataDir)];
  }

  /** Restores a copy, by default the newest, while the database is not open. Throws StartError. */
  restoreClosed(name?: string): Restored {
    if (this.folder.readOnly !== null) throw this.folder.readOnly;
    const restored = restoreCopy(this.folder.dataDir, this.#options, name);
    this.#finding = null;
    return restored;
  }

  /** Restores a copy while running. Rejects with StartError on failure, and then keeps the present database open. */
  async restore(name: string): Promise<Restored> {
    const done: Restored[] = [];
    await this.#reopen(() => void done.push(this.restoreClosed(name)), 1);
    const [restored] = done;
    if (restored === undefined) throw new Error('the server is closing');
    this.#options.say(restoredLine(restored));
    return restored;
  }

  /** Checks the database, copies it before an upgrade, and opens it for writing. Throws StartError. */
  async open(): Promise<Database.Database> {
    const { databaseDir, readOnly } = this.folder;
    const known = this.#marker.read();
    const { finding, damage, schema } = checkAtStart(databaseDir, known, this.#options.now());
    if (damage !== null) this.#reportDamage(damage);
    this.#finding ??= finding ?? known?.finding ?? null;
    this.#maintenance.lastCheckedAt(known?.checked_at ?? null);
    if (readOnly === null && schema > 0 && schema < migrations.length) {
      await copyBeforeUpgrade(this.folder.dataDir, this.#options.now());
    }
    const database = openWriter(databaseDir);
    // Writes the connection's header to the file before the watch reads it.
    database.pragma('wal_checkpoint(PASSIVE)');
    return database;
  }

  /**
   * Begins to watch the database, or seals it against writes. Call it once everything is set up. `trouble` returns why the last
   * writes failed.
   */
  async begin(database: Database.Database, trouble: Parameters<StorageLog['askWith']>[0]): Promise<void> {
    const { log } = this.#options;
    log.askWith(trouble);
    if (this.folder.readOnly !== null) {
      seal(database);
      // Already printed before the address.
      log.expect({ kind: 'read_only', sentence: this.folder.readOnly.message });
    } else {
      const watch = new FileWatch(this.folder.dataDir);
      await watch.begin();
      this.#open = { database, watch };
      this.#maintenance.begin();
      await this.#mark(database);
    }
    log.end(this.lines().at(-1) ?? 'The database is open again.');
    this.#schedule();
  }

  /** Sets how the database is reopened after a repair. */
  reopenWith(reopen: Reopen): void {
    this.#reopen = reopen;
  }

  /** Ends the watch with a last marker, before the connections are closed; after a repair it has ended already. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    await this.#mark(open.database).catch(this.#options.log.report);
    open.watch.end();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#maintenance.close();
    clearTimeout(this.#timer);
    await this.#tasks.close();
    await this.#ticking;
  }

  /** Makes a copy in the background; rejects with StartError when the disk has no room. */
  async copy(reason: CopyReason): Promise<StorageCopy> {
    const { dataDir, readOnly } = this.folder;
    if (readOnly !== null) throw readOnly;
    requireRoomForCopy(dataDir);
    return this.#tasks.copy(dataDir, reason, this.#options.now());
  }

  /** Accepts the database as it is; its finding is not shown again. */
  async acceptFinding(): Promise<void> {
    this.#finding = null;
    if (this.#open !== undefined) await this.#mark(this.#open.database);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#ticking = this.#tick()
        .catch(this.#options.log.report)
        .finally(() => this.#schedule());
    }, tickMs).unref();
  }

  async #tick(): Promise<void> {
    this.#options.log.look();
    if (this.folder.readOnly !== null) return this.#leaveReadOnly();
    const open = this.#open;
    if (open === undefined || performance.now() < this.#retryAt) return;
    const loss = await open.watch.look();
    if (this.#open !== open) return;
    if (loss !== null) return this.#recover(open, loss);
    const hasChanged = await this.#mark(open.database);
    if (this.#maintenance.isDue(hasChanged)) {
      void this.#maintenance.run(() => this.#finding === null && countEvents(readFacts(open.database)) > 0);
    }
  }

  /** Saves the database that the open connections still see, and reopens an intact one, so that no write goes to deleted files. */
  async #recover(open: Open, loss: Loss): Promise<void> {
    const { now, log } = this.#options;
    log.begin({ kind: loss, sentence: lossSentences[loss] });
    seal(open.database);
    this.#open = undefined;
    const known = this.#marker.read();
    try {
      const repair = await prepareRescue({ ...open, loss, known, folder: this.folder, now, report: log.report });
      await this.#reopen(() => {
        this.#finding = repair();
      });
    } catch (error) {
      // The repair failed, and what was in place is open.
      if (!open.database.open) return log.report(error);
      // For example a full disk: nothing is written until a retry succeeds.
      this.#open = open;
      this.#retryAt = performance.now() + retryMs;
      if (problemOf(error) === undefined) log.report(error);
      else log.begin({ kind: `${loss}, not saved`, sentence: notSaved(error) });
    }
  }

  async #leaveReadOnly(): Promise<void> {
    if (performance.now() < this.#retryAt) return;
    this.#retryAt = performance.now() + retryMs;
    if (!this.folder.isWritable()) return;
    await this.#reopen(() => this.folder.takeForWriting());
  }

  #reportDamage({ words }: Damage): void {
    this.#options.log.report(new Error(`SQLite's check of the database: ${words}`));
  }

  #mark(database: Database.Database): Promise<boolean> {
    return this.#marker.write(database, { checked_at: this.#maintenance.check.checked_at, finding: this.#finding });
  }
}

const notSaved = (error: unknown) =>
  `The open database cannot be saved; Benchtop retries every ${retryMs / 1000} seconds. Reason: ${(error as Error).message}`;
