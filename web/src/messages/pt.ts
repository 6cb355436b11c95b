import app from './app.pt'
import play from './play.pt'

export default { ...app, ...play }
