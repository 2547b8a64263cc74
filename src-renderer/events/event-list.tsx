export function EventList() {
  return <h1>Live</h1>;
}
