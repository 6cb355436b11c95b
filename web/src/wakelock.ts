/** Holds a wake lock, where the browser has it; returns a function that releases it. */
export function stayAwake(): () => void {
  let wanted = true
  let lock: WakeLockSentinel | null = null

  async function ask() {
    if (!wanted || document.hidden || !('wakeLock' in navigator)) return
    try {
      lock = await navigator.wakeLock.request('screen')
      if (!wanted) void lock.release()
    } catch {
      // Low battery or not allowed: the screen goes dark as it always does.
    }
  }

  // The browser takes the lock away whenever the page is hidden.
  document.addEventListener('visibilitychange', ask)
  void ask()
  return () => {
    wanted = false
    document.removeEventListener('visibilitychange', ask)
    void lock?.release()
  }
}
