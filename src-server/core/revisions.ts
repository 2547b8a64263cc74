/** Counts the changes of a project. A cache made at another count is stale. */
export class Revisions {
  readonly #numbers = new Map<number, number>();

  of(projectId: number): number {
    return this.#numbers.get(projectId) ?? 0;
  }

  changed(projectId: number): void {
    this.#numbers.set(projectId, this.of(projectId) + 1);
  }

  allChanged(projectIds: Iterable<number>): void {
    for (const projectId of projectIds) this.changed(projectId);
  }
}
