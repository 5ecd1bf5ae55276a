import java.io.File;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** Prints what HdrHistogram's own reader finds in a log: a line for each interval. */
class ReadLog {
    public static void main(String[] arguments) throws Exception {
        HistogramLogReader reader = new HistogramLogReader(new File(arguments[0]));
        EncodableHistogram interval;
        while ((interval = reader.nextIntervalHistogram()) != null) {
            Histogram histogram = (Histogram) interval;
            System.out.printf(
                "%s %.3f %d %d %d", histogram.getTag(), reader.getStartTimeSec(),
                histogram.getStartTimeStamp(), histogram.getEndTimeStamp(),
                histogram.getTotalCount());
            for (String percentile : "50 90 95 99 99.9 99.99 100".split(" ")) {
                System.out.printf(
                    " %d", histogram.getValueAtPercentile(Double.parseDouble(percentile)));
            }
            System.out.println();
        }
    }
}
