import { Notification } from 'electron';

/** Returns a function to call with each state: it notifies when events cannot be stored, once until they can. */
export function notifyOfFailure(isWanted: () => boolean, show: () => void): (failure: string | null) => void {
  let told = false;
  /** Referenced so that clicks arrive. */
  let shown: Notification | null = null;
  return (failure) => {
    if (failure === null) {
      told = false;
      shown?.close();
      shown = null;
    } else if (!told && isWanted() && Notification.isSupported()) {
      told = true;
      shown = new Notification({ title: 'Benchtop cannot write its database', body: failure });
      shown.on('click', show);
      shown.show();
    }
  };
}
